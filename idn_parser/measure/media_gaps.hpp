// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "idn/bounded_event_log.hpp"
#include "idn/capture/capture_position.hpp"

namespace idn::parser {

/// Media time that no captured chunk covers.
struct MediaGap {
  capture::CapturePosition at;  ///< of the first chunk behind it
  std::chrono::microseconds length{};
  bool follows_loss = false;  ///< sequence numbers are missing right before that chunk
};

struct MediaGapFacts {
  BoundedEventLog<MediaGap> gaps{};
  std::chrono::microseconds total{};
  std::chrono::microseconds largest{};
  std::uint64_t after_loss = 0;  ///< of the gaps
  std::uint64_t overlaps = 0;    ///< chunks whose media time was covered already, at least in part
  std::uint64_t restarts = 0;    ///< steps of media time that the time of the capture does not explain
};

/// Whether the chunks of a continuous stream meet: timestamp + duration is the next timestamp (section 2.6).
///
/// Steps of up to 2 us are rounding. A gap that a chunk fills which comes late is none. A step of more than
/// half a second beside what passed between the arrivals is no gap but a new time axis; one that the arrivals
/// share is a pause, and none either.
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
  };

  void add(const Chunk& chunk);
  /// No more will come.
  void finish() { close_until(std::chrono::microseconds::max()); }

  const MediaGapFacts& facts() const noexcept { return facts_; }

 private:
  /// A late chunk may still fill it.
  struct OpenGap {
    std::chrono::microseconds begin{};
    std::chrono::microseconds end{};
    capture::CapturePosition at;
    bool follows_loss = false;
  };
  static constexpr std::size_t kMaxOpen = 64;  ///< as far as sequence numbers are looked back

  bool is_new_axis(const Chunk& chunk) const noexcept;
  void fill(const Chunk& chunk);
  void close_until(std::chrono::microseconds media);
  void close_first();

  bool has_begun_ = false;
  std::chrono::microseconds end_{};  ///< of the latest chunk on this axis
  Duration last_arrival_{};
  std::vector<OpenGap> open_;
  MediaGapFacts facts_;
};

}  // namespace idn::parser
