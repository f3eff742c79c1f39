// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "idn/analysis/stream_metrics.hpp"
#include "idn/capture/moment.hpp"
#include "idn_parser/measure/arrivals.hpp"

namespace idn::parser {

/// How evenly frames come.
struct FrameFacts {
  std::uint64_t frames = 0;
  analysis::Micros period{};  ///< mean distance of their timestamps, without pauses
  analysis::OffsetSummary offsets{};
  std::optional<analysis::TargetSummary>
      target{};                    ///< against the period; nothing where timestamps stand still
  analysis::Micros mean_spread{};  ///< from the first to the last datagram of a frame
  Duration largest_spread{};
  std::uint64_t most_datagrams = 0;  ///< of a frame
};

/// The pace of a frame stream. A frame is shown again and again until the next one comes, so its duration (one
/// pass over its points) says nothing about when the next one is due; the timestamps do. A frame comes with its
/// first datagram, and its fragments follow as fast as they can. Hence:
///   frame offset   difference of the arrivals of the first datagrams of two adjacent frames
///   frame period   mean of the steps from a timestamp to the next one, which takes the place of the expected
///   offset; without steps of 1.75 times their median and more: there a frame is lost or the sender paused
/// Steps of the timestamps that are more than half a second away from what passed between the arrivals begin a
/// new time axis, and are left out.
/// Keeps 16 octets per frame.
class FramePace {
 public:
  /// A whole frame or a first fragment.
  void add_frame(std::chrono::microseconds media, const capture::Moment& at);
  /// A sequel fragment of the last one.
  void add_fragment(const capture::Moment& at);

  /// Nothing before two frames.
  std::optional<FrameFacts> facts() const;
  /// Of frames.
  const Arrivals& arrivals() const noexcept { return arrivals_; }

 private:
  void add_step(std::chrono::microseconds media, Duration offset);
  /// Zero where timestamps stand still.
  analysis::Micros period() const;

  std::uint64_t frames_ = 0;
  std::vector<std::chrono::microseconds> steps_;  ///< of the timestamps
  std::chrono::microseconds last_media_{};
  Duration last_arrival_{};
  Duration last_fragment_{};
  std::uint64_t datagrams_ = 0;  ///< of the last frame
  std::uint64_t most_datagrams_ = 0;
  Duration sum_of_spreads_{};
  Duration largest_spread_{};
  Arrivals arrivals_;
};

}  // namespace idn::parser
