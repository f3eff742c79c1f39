// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/stream/receive/receiver_listener.hpp"

/// Where a wave chunk lies on the time axis of its channel (section 2.6).
namespace idn::stream {

/// Compares the timestamp of each chunk with the end of the previous one: contiguous, gap, overlap or restart.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class WaveTimeline {
 public:
  static constexpr std::int64_t kRounding = 2;          ///< us: tolerance for rounded timestamps
  static constexpr std::int64_t kLongestGap = 500'000;  ///< us: a longer one is a restart
  static constexpr int kToleratedOverlaps = 2;          ///< in a row; the next one is a restart

  /// Classifies the next chunk and moves the end of the timeline.
  constexpr WavePlacement place(std::int64_t media_us, std::uint32_t duration_us) noexcept {
    const WavePlacement placement = fit(media_us, duration_us);
    if (placement.is_shown()) {
      started_ = true;
      end_us_ = media_us + duration_us;
      overlaps_ = 0;
    } else {
      ++overlaps_;
    }
    return placement;
  }

 private:
  constexpr WavePlacement fit(std::int64_t media_us, std::uint32_t duration_us) const noexcept {
    if (!started_) return {};
    const std::int64_t gap = media_us - end_us_;
    if (gap >= -kRounding && gap <= kRounding) return {ChunkContinuity::Exact, gap};
    if (gap > kLongestGap || gap < -std::int64_t{duration_us}) return {ChunkContinuity::Restart, gap};
    if (gap > 0) return {ChunkContinuity::Gap, gap};
    return {overlaps_ < kToleratedOverlaps ? ChunkContinuity::Overlap : ChunkContinuity::Restart, gap};
  }

  bool started_ = false;
  int overlaps_ = 0;
  std::int64_t end_us_ = 0;
};

}  // namespace idn::stream
