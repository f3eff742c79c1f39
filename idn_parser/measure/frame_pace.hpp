// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "idn/analysis/metric_table.hpp"
#include "idn/analysis/stream_metrics.hpp"

namespace idn::parser {

/// Regularity of the arrival of frames.
struct FrameFacts {
  std::uint64_t frames = 0;
  Micros period{};  ///< median difference of successive timestamps; zero if they do not advance, if
                    ///< no two can be compared, or if idn_parser merge combines different ones
  std::optional<double> on_target_share{};  ///< share of offsets within tolerance of the period, 0..1
  std::optional<analysis::DeviationPercentiles> deviations{};  ///< of the offsets of frames from the period
  std::uint64_t stood_still = 0;  ///< steps of over kStill and over three times the period
  Micros mean_spread{};           ///< mean time from the first to the last datagram of a frame
  Duration largest_spread{};
  std::uint64_t most_datagrams = 0;  ///< datagrams of the frame that has most
};

/// Measures how regularly frames arrive. A frame is repeated until the next one arrives, so its duration (one
/// pass) does not determine when the next one is due; the timestamps do. StreamMetrics compares the offset
/// between two frames with the difference of their own timestamps, which measures punctuality; this class
/// compares it with the median difference, which measures regularity. A frame counts as arrived with its first
/// datagram. Memory: 16 octets per frame.
class FramePace {
 public:
  static constexpr std::chrono::seconds kStill{1};

  /// A whole frame or a first fragment.
  /// @param offset to the frame before; empty if the two cannot be compared
  void add_frame(Duration arrival, const std::optional<analysis::PacketOffset>& offset);
  /// A sequel fragment of the last frame.
  void add_fragment(Duration arrival);

  /// Empty if there are fewer than two frames.
  std::optional<FrameFacts> facts() const;

 private:
  Micros period() const;
  void compare_with_period(FrameFacts& facts) const;

  std::uint64_t frames_ = 0;
  std::vector<Duration> steps_;    ///< timestamp differences of successive frames
  std::vector<Duration> offsets_;  ///< arrival time differences of the same frames
  Duration frame_begin_{};         ///< arrival of the first datagram of the last frame
  Duration frame_end_{};           ///< arrival of its last datagram so far
  std::uint64_t datagrams_ = 0;    ///< of the last frame
  std::uint64_t most_datagrams_ = 0;
  Duration sum_of_spreads_{};
  Duration largest_spread_{};
};

}  // namespace idn::parser
