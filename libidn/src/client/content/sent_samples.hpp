// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <span>

#include "idn/stream/send/sample_ring.hpp"

namespace idn::client {

/// What was sent, for a preview: passed without locks from the thread that sends to the one that looks. If that
/// one reads too rarely, it gets nothing older than what was lost. Threads: one for each side. Real-time: both
/// (no heap, lock, log).
class SentSamples {
 public:
  explicit SentSamples(std::size_t capacity) : ring_(capacity) {}

  void add(std::span<const LaserSample> samples) noexcept {
    if (ring_.push(samples) < samples.size()) has_lost_.store(true, std::memory_order_release);
  }

  /// @return how many samples were written to `out`, oldest first
  std::size_t read(std::span<LaserSample> out) noexcept {
    if (has_lost_.exchange(false, std::memory_order_acq_rel)) ring_.pop(ring_.size());
    const stream::SampleSpans next = ring_.peek(out.size());
    std::ranges::copy(next.second, std::ranges::copy(next.first, out.begin()).out);
    return ring_.pop(next.size());
  }

 private:
  stream::SampleRing ring_;
  std::atomic<bool> has_lost_{false};
};

}  // namespace idn::client
