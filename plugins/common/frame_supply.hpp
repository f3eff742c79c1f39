// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <mutex>
#include <span>

#include "idn/client/device.hpp"
#include "plugins/common/frame_slots.hpp"

namespace idn::plugins {

/// The frames of one device between the calls of a host and the thread of the device that asks for samples.
/// Threads: any; fill() one.
class FrameSupply {
 public:
  FrameSupply(std::uint32_t rate, Duration hold, Duration latency)
      : slots_(rate, hold, latency / 2), idle_(latency + std::chrono::milliseconds(100)), rate_(rate) {}

  bool await_ready(Duration wait);
  /// @param waits see FramePlayer::write()
  /// @return whether nobody fills: who gets that has to call Device::fill()
  bool offer(std::span<const LaserSample> samples, const Playback& playback, bool waits);
  /// Nothing is left, and a fill() that waits comes back.
  void clear();
  void await_played(Duration longest);

  /// For Device::fill() of `device`.
  std::size_t fill(const client::Request& request, std::span<LaserSample> room, client::Device& device);
  /// Device::fill() was refused, or Device::stop() has ended it.
  void fill_ended();

 private:
  Duration longest_wait() const noexcept;

  std::mutex mutex_;
  std::condition_variable changed_;
  FrameSlots slots_;
  const Duration idle_;  ///< without frames fill() waits so long before it ends
  std::uint32_t rate_;   ///< that the device was told last
  bool is_filling_ = false;
  bool is_cleared_ = false;  ///< for a fill() that waits
  /// The device has taken over what fill() returned last, and asks again.
  bool is_taken_ = true;
};

}  // namespace idn::plugins
