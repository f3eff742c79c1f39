// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

#include "idn/sample.hpp"

namespace idn::stream {

/// A picture to be drawn from its first sample, which is dark, to its last.
struct Frame {
  std::vector<LaserSample> samples;
  bool once = false;  ///< draw it one time only, then wait dark
};

/// Bounded queue of frames between one producer thread and one tick thread. The frame that is being shown stays
/// until the next one is taken, so that it can be sent again. Neither side ever waits for the other.
class FrameQueue {
 public:
  /// Frames that can wait.
  static constexpr std::size_t kDepth = 4;

  /// Producer only. False when there is no room; nothing is taken then. Allocates while frames grow.
  bool push(std::span<const LaserSample> samples, bool once) {
    const std::size_t written = written_.load(std::memory_order_relaxed);
    if (written - read_.load(std::memory_order_acquire) == kDepth) return false;
    Frame& frame = slot(written);
    frame.samples.assign(samples.begin(), samples.end());
    frame.once = once;
    written_.store(written + 1, std::memory_order_release);
    return true;
  }

  /// Frames that wait; a lower bound for the consumer, an upper bound for the producer.
  std::size_t size() const noexcept {
    const std::size_t read = read_.load(std::memory_order_acquire);
    return std::min(written_.load(std::memory_order_acquire) - read, kDepth);
  }

  /// Consumer only. The frame taken before may be overwritten from now on. Real-time: yes.
  /// @return nullptr when none waits; what was taken last then stays
  const Frame* take() noexcept {
    const std::size_t read = read_.load(std::memory_order_relaxed);
    if (written_.load(std::memory_order_acquire) == read) return nullptr;
    read_.store(read + 1, std::memory_order_release);
    return &slot(read);
  }

 private:
  /// One more than can wait: the one that was taken.
  Frame& slot(std::size_t index) noexcept { return slots_[index % slots_.size()]; }

  std::array<Frame, kDepth + 1> slots_;
  std::atomic<std::size_t> written_{0};
  std::atomic<std::size_t> read_{0};
};

}  // namespace idn::stream
