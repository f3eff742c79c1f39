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

/// Passes the frames of a host to the thread of one device that calls the fill callback.
/// Threads: any; fill() by one.
class FrameSupply {
 public:
  FrameSupply(std::uint32_t rate, Duration hold, Duration latency)
      : slots_(rate, hold, latency / 2), idle_timeout_(latency + std::chrono::milliseconds(100)) {}

  /// Waits until a frame can be offered without replacing another, for `wait` at most. @return whether it can
  bool await_ready(Duration wait);
  /// Result of offer().
  enum class Offered {
    Taken,    ///< or dropped, after clear()
    First,    ///< taken; no fill is active, the caller must call Device::fill()
    Refused,  ///< another frame waits
  };
  /// Sets the next frame.
  /// @param waits see FramePlayer::write()
  Offered offer(std::span<const LaserSample> samples, const PlayRequest& playback, bool waits);
  /// Drops all frames, for good; a waiting fill() returns 0.
  void clear();
  /// No more frames follow: see FrameSlots::play_out(). Gives up after 50 ms if another thread keeps the lock:
  /// at the end of a process that thread may be gone.
  void play_out();
  /// When the last sample of the offered frames is sent, each frame counted once; kNever while unknown. Takes
  /// no lock.
  TimePoint played_at() const noexcept { return TimePoint(Duration(played_ns_.load())); }

  /// To be called by the callback of Device::fill() of `device`.
  std::size_t fill(std::span<LaserSample> room, client::Device& device);
  /// To be called when Device::fill() failed, or when Device::stop() has ended it.
  void fill_ended();

 private:
  Duration longest_wait() const noexcept;
  void publish_played() noexcept;

  std::mutex mutex_;
  std::condition_variable changed_;
  FrameSlots slots_;
  const Duration idle_timeout_;  ///< how long fill() waits for a frame before it ends
  std::uint32_t rate_ = 0;       ///< the last one set by Device::set_rate(); 0: none yet, any rate is settled
  TimePoint supplied_until_{};   ///< when the last sample returned by fill() is sent
  bool is_filling_ = false;
  bool is_cleared_ = false;
  /// The next value of played_at(): valid once the device has queued what fill() returned, which is certain
  /// when it calls fill() again.
  std::optional<TimePoint> pending_played_at_;
  std::atomic<std::int64_t> played_ns_{0};
};

}  // namespace idn::plugins
