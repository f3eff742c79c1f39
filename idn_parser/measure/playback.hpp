// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "idn/analysis/media_clock.hpp"
#include "idn/analysis/virtual_receiver.hpp"
#include "idn_parser/measure/time_series.hpp"

namespace idn::parser {

/// The receiver whose playback is tried.
struct PlaybackOptions {
  analysis::ReceiverBuffer buffer{};
  std::int64_t clock_error_ppb = 0;  ///< how much faster than the clock of the capture it plays
};

/// What came out of one buffer.
struct BufferTrial {
  analysis::ReceiverBuffer buffer{};
  std::uint64_t late = 0;      ///< underruns because of samples that came too late
  std::uint64_t overruns = 0;  ///< times that it was too full
};

struct PlaybackFacts {
  static constexpr std::size_t kKept = 100;

  PlaybackOptions options{};
  analysis::PlaybackTotals totals{};
  std::optional<analysis::BufferLevel> level{};
  std::uint64_t underrun_count = 0;
  std::uint64_t overrun_count = 0;
  std::vector<analysis::Underrun> underruns{};  ///< the first ones
  std::vector<analysis::Overrun> overruns{};    ///< the first ones
  TimeSeries level_over_time{};
  BufferTrial smallest{};              ///< the smallest buffer with no late sample and no overrun, played
  std::optional<BufferTrial> below{};  ///< 5 % less of it, played; nothing where nothing less exists
  std::uint64_t left_out = 0;          ///< chunks whose time lies too far from the first one

  /// Whether playing both showed what was calculated.
  bool is_confirmed() const noexcept {
    return smallest.late == 0 && smallest.overruns == 0 && (!below || below->late > 0 || below->overruns > 0);
  }
};

/// Plays a wave stream through a receiver with a buffer. To try the smallest buffer as well, when it is known,
/// it keeps 16 octets per chunk.
class Playback {
 public:
  explicit Playback(const PlaybackOptions& options) noexcept
      : options_(options), receiver_(options.buffer, options.clock_error_ppb) {}

  void add(const analysis::WaveArrival& chunk);
  /// No more will come.
  void finish() { receiver_.finish(); }

  PlaybackFacts facts() const;

 private:
  /// A WaveArrival without what can be told from its neighbour.
  struct Trace {
    std::int64_t arrival;  ///< ns after the first one
    std::uint32_t media;   ///< us, the low 32 bits
    std::uint32_t duration_and_loss;
  };

  analysis::ReceiverBuffer smallest_buffer() const noexcept;
  BufferTrial try_out(const analysis::ReceiverBuffer& buffer) const;

  PlaybackOptions options_;
  analysis::VirtualReceiver receiver_;
  analysis::MediaClock clock_;
  std::optional<analysis::WaveArrival> first_;
  std::vector<Trace> traces_;
  TimeSeries level_over_time_;
  std::uint64_t left_out_ = 0;
};

}  // namespace idn::parser
