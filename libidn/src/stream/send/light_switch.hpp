// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "idn/statistics.hpp"
#include "idn/time.hpp"

namespace idn::stream {

/// Decides whether what a stream sends is lit: armed, not blacked out, and within the hold time since the last
/// call of the application. Waves ask it for each datagram, frames for each tick. Dark at first.
/// Threads: any, where nothing else is said. Real-time: yes (no heap, lock, log).
class LightSwitch {
 public:
  /// @param hold         after this long without a call it is dark
  /// @param longest_step between two times at which it is asked, while the thread that asks is not stalled
  LightSwitch(Duration hold, Duration longest_step) noexcept;

  void arm(bool armed) noexcept { armed_.store(armed, std::memory_order_relaxed); }
  bool is_armed() const noexcept { return armed_.load(std::memory_order_relaxed); }
  void black_out(bool dark) noexcept { blackout_.store(dark, std::memory_order_relaxed); }
  bool is_blacked_out() const noexcept { return blackout_.load(std::memory_order_relaxed); }
  /// Dark until resume(): what was shown is no longer wanted.
  void release() noexcept { released_.store(true, std::memory_order_release); }
  /// There is something new to be shown.
  void resume() noexcept { released_.store(false, std::memory_order_release); }
  bool is_released() const noexcept { return released_.load(std::memory_order_acquire); }
  bool is_lit() const noexcept { return is_armed() && !is_blacked_out() && !is_released(); }

  /// The application has called: the hold time begins anew.
  void note_call(TimePoint now) noexcept { keep(hold_, now); }
  /// Likewise, with `duration` in place of the hold time until the next call.
  void keep(Duration duration, TimePoint now) noexcept;
  /// From now on the hold time does not count.
  void play_out() noexcept { plays_out_.store(true, std::memory_order_release); }
  bool plays_out() const noexcept { return plays_out_.load(std::memory_order_acquire); }
  /// Whether the last call was longer ago than the hold time.
  bool is_silent(TimePoint now) const noexcept;

  /// Whether the hold time is over for what is due at `due`, or will be within `ahead`, until this is called
  /// again. While this is not called, since the thread is stalled, time does not count, but for the longest
  /// step: a process that was stopped and continued plays what is queued. `has_content`: false: there is
  /// nothing that could go dark. Threads: the tick thread.
  bool is_hold_over(TimePoint due, Duration ahead, bool has_content) noexcept;
  /// How often the hold time has ended.
  std::uint64_t holds_expired() const noexcept { return holds_expired_.value(); }

 private:
  const Duration hold_;
  const Duration longest_step_;
  std::atomic<bool> armed_{false};
  std::atomic<bool> blackout_{false};
  std::atomic<bool> released_{true};
  std::atomic<bool> plays_out_{false};
  std::atomic<std::int64_t> last_call_ns_{0};
  std::atomic<std::int64_t> hold_ns_;
  Counter holds_expired_;

  // Used by the tick thread only.
  std::int64_t last_call_seen_ = 0;  ///< the value of `last_call_ns_` at the last question
  TimePoint due_{};                  ///< of the last question
  Duration silence_{0};              ///< time without a call of the application, without stalls
  bool is_over_ = false;
};

}  // namespace idn::stream
