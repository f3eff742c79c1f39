// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
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
  /// What was offered is the last: see FrameSlots::play_out(). Gives up where another thread does not
  /// leave: at the end of a process it may be gone.
  void play_out();
  /// When the last sample of what was offered leaves, each frame counted once; kNever while that is not known.
  /// Takes no lock.
  TimePoint played_at() const noexcept { return TimePoint(Duration(played_ns_.load())); }

  /// For Device::fill() of `device`.
  std::size_t fill(std::span<LaserSample> room, client::Device& device);
  /// Device::fill() was refused, or Device::stop() has ended it.
  void fill_ended();

 private:
  Duration longest_wait() const noexcept;
  void publish_played() noexcept;

  std::mutex mutex_;
  std::condition_variable changed_;
  FrameSlots slots_;
  const Duration idle_;      ///< without frames fill() waits so long before it ends
  std::uint32_t rate_;       ///< that was set at the device last
  TimePoint given_until_{};  ///< what the device has been given lasts until then
  bool is_filling_ = false;
  bool is_cleared_ = false;  ///< for a fill() that waits
  /// played_at() once the device has taken over what fill() returned, which it has when it asks again.
  std::optional<TimePoint> played_then_;
  std::atomic<std::int64_t> played_ns_{0};
};

}  // namespace idn::plugins
