// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "idn/stream/playout/playout.hpp"

/// Adaptive playout (section 2.10): estimates the clock offset of the sender from the messages with the
/// smallest delay; each chunk is shown at its timestamp plus that offset plus the latency. All inside is
/// microseconds in 64 bits.
namespace idn::stream {

/// Clock offset of a sender by a minimum filter: the smallest arrival time - media time. The minimum rises
/// slowly (kRisePpm), to follow a sender whose clock is slower than ours; a faster one lowers the minimum by
/// itself. One per session. Threads: one owner. Real-time: yes (no heap, lock, log).
class ClockOffset {
 public:
  static constexpr std::int64_t kRisePpm = 250;  ///< parts per million: rise of the minimum

  /// One arrival.
  constexpr void observe(TimePoint arrival, std::int64_t media_us) noexcept {
    const std::int64_t seen = micros(arrival) - media_us;
    const std::int64_t risen = offset_us_ + (micros(arrival) - updated_us_) * kRisePpm / 1'000'000;
    // A rise of less than 1 us is rounded to none. The start of the rise is kept until the value changes, so
    // that such rises add up.
    if (started_ && risen <= seen && risen == offset_us_) return;
    offset_us_ = started_ ? (std::min)(risen, seen) : seen;
    updated_us_ = micros(arrival);
    started_ = true;
  }

  /// The sender began a new time axis.
  constexpr void restart(TimePoint arrival, std::int64_t media_us) noexcept {
    started_ = false;
    observe(arrival, media_us);
  }

  /// Arrival time - media time of the recent message with the smallest delay.
  constexpr std::int64_t offset_us() const noexcept { return offset_us_; }

  /// Whole microseconds since the epoch of the clock.
  static constexpr std::int64_t micros(TimePoint time) noexcept {
    return time.time_since_epoch().count() / 1000;
  }

 private:
  bool started_ = false;
  std::int64_t offset_us_ = 0;
  std::int64_t updated_us_ = 0;
};

/// Adaptive playout of one channel: when the output shows each chunk, and until when it has data. While it
/// plays, and without an overrun, the time axis never jumps: if the clock offset deviates by more than
/// kSlackUs, the axis follows it by at most 1 % of the elapsed time.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class AdaptivePlayout {
 public:
  static constexpr std::int64_t kMaxQueuedUs = 1'000'000;              ///< longest queue; more is an overrun
  static constexpr std::int64_t kMaxAheadUs = kMaxQueuedUs + 500'000;  ///< due even later: starts a new axis
  /// A chunk that is later than this starts a new time axis.
  static constexpr std::int64_t kMaxLatenessUs = 500'000;
  static constexpr std::int64_t kSlackUs = 1'000;   ///< tolerated deviation of the axis from the clock offset
  static constexpr std::int64_t kIdleUs = 100'000;  ///< dark for this long: the axis may jump
  static constexpr std::int64_t kLatenessMarginUs = 5'000;  ///< added when the latency was too short
  /// Decrease of a raised latency, while nothing is late.
  static constexpr std::int64_t kRecoveryUsPerSecond = 1'000;

  /// With nothing played as yet.
  explicit constexpr AdaptivePlayout(const PlayoutConfig& config) noexcept
      : target_us_(config.target_latency.count() / 1000), latency_us_(target_us_) {}

  /// Forgets the running time axis, not what the output holds.
  constexpr void restart() noexcept { running_ = false; }
  /// The output goes dark at once, whatever it holds.
  constexpr void give_up() noexcept {
    restart();
    held_until_us_ = 0;
  }

  /// When `chunk` is shown. `clock` must have observed its message before.
  constexpr PlayoutTime place(const TimedChunk& chunk, ClockOffset& clock) noexcept {
    const std::int64_t now_us = ClockOffset::micros(chunk.arrival);
    return chunk.is_late && running_ ? placed_late(chunk, now_us) : placed_in_order(chunk, clock, now_us);
  }

  /// The output has nothing left from this time on.
  constexpr TimePoint held_until() const noexcept {
    return TimePoint(std::chrono::microseconds(held_until_us_));
  }

 private:
  constexpr PlayoutTime placed_in_order(const TimedChunk& chunk, ClockOffset& clock,
                                        std::int64_t now_us) noexcept {
    const bool overrun = held_until_us_ - now_us > kMaxQueuedUs;
    const bool was_running = running_ && held_until_us_ + kIdleUs > now_us;
    const std::int64_t moved_us = follow(clock, now_us, overrun);
    std::int64_t ahead_us = chunk.media_us + offset_us_ + latency_us_ - now_us;
    const bool other_axis = ahead_us > kMaxAheadUs || ahead_us < -kMaxLatenessUs;
    if (other_axis) {
      clock.restart(chunk.arrival, chunk.media_us);
      offset_us_ = clock.offset_us();
      ahead_us = latency_us_;
    }
    PlayoutTime playout = shown(chunk, now_us, ahead_us, overrun);
    const Duration moved = std::chrono::microseconds(moved_us);
    if (overrun)
      playout.skipped = (std::max)(-moved, Duration{});
    else if (!other_axis && was_running)
      playout.slewed = moved;
    return playout;
  }

  /// Returns how far the running axis moved.
  constexpr std::int64_t follow(const ClockOffset& clock, std::int64_t now_us, bool overrun) noexcept {
    const bool idle = held_until_us_ + kIdleUs <= now_us;
    const std::int64_t passed = std::max<std::int64_t>(now_us - last_us_, 0);
    const std::int64_t seen = clock.offset_us(), before = offset_us_;
    if (running_ && !idle && !overrun) {
      const std::int64_t wanted = std::clamp(offset_us_, seen - kSlackUs, seen + kSlackUs);
      offset_us_ = std::clamp(wanted, offset_us_ - passed / 100, offset_us_ + passed / 100);
    } else {
      offset_us_ = seen;
    }
    running_ = true;
    last_us_ = now_us;
    return offset_us_ - before;
  }

  /// A late chunk does not move the axis.
  constexpr PlayoutTime placed_late(const TimedChunk& chunk, std::int64_t now_us) noexcept {
    const std::int64_t held_us = held_until_us_;
    const PlayoutTime playout = shown(chunk, now_us, chunk.media_us + offset_us_ + latency_us_ - now_us, false);
    held_until_us_ = (std::max)(held_until_us_, held_us);
    return playout;
  }

  constexpr PlayoutTime shown(const TimedChunk& chunk, std::int64_t now_us, std::int64_t ahead_us,
                              bool overrun) noexcept {
    PlayoutTime playout{.begin = chunk.arrival + std::chrono::microseconds(ahead_us), .overrun = overrun};
    if (ahead_us < 0) {
      playout.timeliness = ahead_us + chunk.duration_us <= 0 ? Timeliness::Outdated : Timeliness::Late;
      latency_us_ = (std::min)(latency_us_ - ahead_us + kLatenessMarginUs, target_us_ + kMaxLatenessUs);
      raise_updated_us_ = now_us;
    } else {
      recover(now_us);
    }
    if (playout.timeliness != Timeliness::Outdated) held_until_us_ = now_us + ahead_us + chunk.duration_us;
    return playout;
  }

  constexpr void recover(std::int64_t now_us) noexcept {
    const std::int64_t back = (now_us - raise_updated_us_) * kRecoveryUsPerSecond / 1'000'000;
    if (latency_us_ == target_us_ || back <= 0) return;
    latency_us_ = (std::max)(latency_us_ - back, target_us_);
    raise_updated_us_ = now_us;
  }

  std::int64_t target_us_;
  std::int64_t latency_us_;
  std::int64_t offset_us_ = 0;
  std::int64_t last_us_ = 0;
  std::int64_t raise_updated_us_ = 0;
  std::int64_t held_until_us_ = 0;
  bool running_ = false;
};

}  // namespace idn::stream
