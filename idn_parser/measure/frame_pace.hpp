// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "idn/analysis/deviation_recorder.hpp"
#include "idn/analysis/stream_metrics.hpp"

namespace idn::parser {

/// How evenly frames come.
struct FrameFacts {
  std::uint64_t frames = 0;
  analysis::Micros period{};                ///< median step of their timestamps; zero where they stand still
  std::optional<double> on_target_share{};  ///< 0..1, against the period
  std::optional<analysis::DeviationPercentiles> deviations{};  ///< of the distances of frames from the period
  analysis::Micros mean_spread{};  ///< from the first to the last datagram of a frame
  Duration largest_spread{};
  std::uint64_t most_datagrams = 0;  ///< of a frame
};

/// The pace of a frame stream. A frame is shown again and again until the next one comes, so its duration (one
/// pass over its points) says nothing about when the next one is due; the timestamps do. StreamMetrics compares
/// each distance with its own step of the timestamps, which is punctuality; here it is compared with the median
/// step, which is evenness. A frame comes with its first datagram, and its fragments follow. Keeps 16 octets
/// per frame.
class FramePace {
 public:
  /// A whole frame or a first fragment.
  /// @param offset to the frame before, where both can be compared
  void add_frame(Duration arrival, const std::optional<analysis::PacketOffset>& offset);
  /// A sequel fragment of the last one.
  void add_fragment(Duration arrival);

  /// Nothing before two frames.
  std::optional<FrameFacts> facts() const;

 private:
  analysis::Micros period() const;
  void compare_with_period(FrameFacts& facts) const;

  std::uint64_t frames_ = 0;
  std::vector<Duration> steps_;    ///< of the timestamps
  std::vector<Duration> lengths_;  ///< of the offsets
  Duration last_arrival_{};
  Duration last_fragment_{};
  std::uint64_t datagrams_ = 0;  ///< of the last frame
  std::uint64_t most_datagrams_ = 0;
  Duration sum_of_spreads_{};
  Duration largest_spread_{};
};

}  // namespace idn::parser
