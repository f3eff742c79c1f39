// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "idn/capture/datagram_reader.hpp"
#include "idn/statistics.hpp"

namespace idn::parser {

/// Media time that no captured chunk covers.
struct MediaGap {
  capture::CapturePosition at;  ///< of the first chunk after the gap
  std::chrono::microseconds length{};
  bool follows_loss = false;  ///< sequence numbers are missing right before that chunk
};

struct MediaGapFacts {
  BoundedEventLog<MediaGap> gaps{};
  std::chrono::microseconds total{};
  std::chrono::microseconds largest{};
  std::uint64_t after_loss = 0;  ///< gaps with `follows_loss`
  std::uint64_t overlaps = 0;    ///< chunks whose media time another chunk covers already, at least in part
  std::uint64_t restarts = 0;    ///< new time axes after the first
};

/// Checks that the chunks of a continuous stream are contiguous: timestamp + duration is the next timestamp
/// (section 2.6).
///
/// Differences of up to 2 us are rounding. A gap that a late chunk fills does not count. A jump of more than
/// 500 ms against the time between the arrivals starts a new time axis; behind a chunk without a lit sample
/// it is a pause; neither counts as a gap.
class MediaGaps {
 public:
  static constexpr std::chrono::microseconds kRounding{2};
  static constexpr std::chrono::microseconds kLongestStep{500'000};

  struct Chunk {
    capture::CapturePosition at;
    std::chrono::microseconds media{};
    std::chrono::microseconds duration{};
    bool follows_loss = false;
    bool begins_axis = false;
    bool is_late = false;
    bool is_dark = false;  ///< none of its samples is lit
  };

  void add(const Chunk& chunk);
  /// To be called after the last chunk.
  void finish() { close_until(std::chrono::microseconds::max()); }

  const MediaGapFacts& facts() const noexcept { return facts_; }

 private:
  /// A gap that a late chunk may still fill.
  struct OpenGap {
    std::chrono::microseconds begin{};
    std::chrono::microseconds end{};
    capture::CapturePosition at;
    bool follows_loss = false;
  };
  /// Open gaps; a receiver accepts late datagrams up to 64 numbers back.
  static constexpr std::size_t kMaxOpen = 64;

  bool is_new_axis(const Chunk& chunk) const noexcept;
  void fill(const Chunk& chunk);
  void close_until(std::chrono::microseconds media);
  void close_first();

  bool has_begun_ = false;
  std::chrono::microseconds end_{};  ///< where the latest chunk on this axis ends
  bool ends_dark_ = false;           ///< that chunk is dark
  Duration last_arrival_{};
  std::vector<OpenGap> open_;
  MediaGapFacts facts_;
};

}  // namespace idn::parser
