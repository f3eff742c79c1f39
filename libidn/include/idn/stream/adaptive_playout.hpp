// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "idn/stream/playout.hpp"

/// When outputs show what arrives (section 2.10): the clock of the sender is read off the messages that were
/// delayed least, and everything is shown one target latency later. All inside is microseconds in 64 bits.
namespace idn::stream {

/// How far arrivals lie behind the sender's timestamps at least: the minimum of arrival time - media time,
/// which forgets by rising slowly. The rise follows a sender whose clock is slower than ours; a faster one
/// lowers the minimum by itself.
/// One per session. Threads: one owner. Real-time: yes (no heap, lock, log).
class ClockOffset {
 public:
  static constexpr std::int64_t kRisePpm = 250;  ///< parts per million: how fast the smallest delay may grow

  /// One arrival.
  constexpr void observe(TimePoint arrival, std::int64_t media_us) noexcept {
    const std::int64_t seen = micros(arrival) - media_us;
    const std::int64_t risen = offset_us_ + (micros(arrival) - at_us_) * kRisePpm / 1'000'000;
    // Adding up the rises of less than a microsecond would lose them: the reference moves only with the value.
    if (started_ && risen <= seen && risen == offset_us_) return;
    offset_us_ = started_ ? std::min(risen, seen) : seen;
    at_us_ = micros(arrival);
    started_ = true;
  }

  /// The sender began a new time axis.
  constexpr void restart(TimePoint arrival, std::int64_t media_us) noexcept {
    started_ = false;
    observe(arrival, media_us);
  }

  /// Arrival less media time, the smallest lately.
  constexpr std::int64_t offset_us() const noexcept { return offset_us_; }

  /// Since the epoch of the clock, rounded down.
  static constexpr std::int64_t micros(TimePoint time) noexcept {
    return time.time_since_epoch().count() / 1000;
  }

 private:
  bool started_ = false;
  std::int64_t offset_us_ = 0;
  std::int64_t at_us_ = 0;
};

/// The output of one channel: when it shows each chunk, and until when it holds data. A running time axis never
/// jumps: it follows the clock offset where that is more than a millisecond away, by at most 1 % of the time
/// that passes.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class AdaptivePlayout {
 public:
  static constexpr std::int64_t kMaxQueuedUs = 1'000'000;              ///< more waits nowhere
  static constexpr std::int64_t kMaxAheadUs = kMaxQueuedUs + 500'000;  ///< further ahead begins a new axis
  /// What comes later than this belongs to a new time axis.
  static constexpr std::int64_t kMaxLatenessUs = 500'000;
  static constexpr std::int64_t kSlackUs = 1'000;           ///< between clock offset and running time axis
  static constexpr std::int64_t kIdleUs = 100'000;          ///< after a dark time like this the axis may jump
  static constexpr std::int64_t kLatenessMarginUs = 5'000;  ///< added to a latency that did not suffice
  static constexpr std::int64_t kRecoveryUsPerSecond = 1'000;  ///< given back while nothing is late

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

  /// `clock` has observed the message of this chunk.
  constexpr PlayoutTime place(const TimedChunk& chunk, ClockOffset& clock) noexcept {
    const std::int64_t now_us = ClockOffset::micros(chunk.arrival);
    return chunk.is_late && running_ ? placed_late(chunk, now_us) : placed_in_order(chunk, clock, now_us);
  }

  /// The output has nothing left from this time on.
  constexpr TimePoint held_until() const noexcept {
    return TimePoint(std::chrono::microseconds(held_until_us_));
  }
  /// Whether samples wait or play.
  constexpr bool holds_data(TimePoint now) const noexcept { return held_until_us_ > ClockOffset::micros(now); }

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
      playout.skipped = std::max(-moved, Duration{});
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

  /// The running axis stays as it is.
  constexpr PlayoutTime placed_late(const TimedChunk& chunk, std::int64_t now_us) noexcept {
    const std::int64_t held_us = held_until_us_;
    const PlayoutTime playout = shown(chunk, now_us, chunk.media_us + offset_us_ + latency_us_ - now_us, false);
    held_until_us_ = std::max(held_until_us_, held_us);
    return playout;
  }

  constexpr PlayoutTime shown(const TimedChunk& chunk, std::int64_t now_us, std::int64_t ahead_us,
                              bool overrun) noexcept {
    PlayoutTime playout{.begin = chunk.arrival + std::chrono::microseconds(ahead_us), .overrun = overrun};
    if (ahead_us < 0) {
      playout.timeliness = ahead_us + chunk.duration_us <= 0 ? Timeliness::Outdated : Timeliness::Late;
      latency_us_ = std::min(latency_us_ - ahead_us + kLatenessMarginUs, target_us_ + kMaxLatenessUs);
      raised_at_us_ = now_us;
    } else {
      recover(now_us);
    }
    if (playout.timeliness != Timeliness::Outdated) held_until_us_ = now_us + ahead_us + chunk.duration_us;
    return playout;
  }

  constexpr void recover(std::int64_t now_us) noexcept {
    const std::int64_t back = (now_us - raised_at_us_) * kRecoveryUsPerSecond / 1'000'000;
    if (latency_us_ == target_us_ || back <= 0) return;
    latency_us_ = std::max(latency_us_ - back, target_us_);
    raised_at_us_ = now_us;
  }

  std::int64_t target_us_;
  std::int64_t latency_us_;
  std::int64_t offset_us_ = 0;
  std::int64_t last_us_ = 0;
  std::int64_t raised_at_us_ = 0;
  std::int64_t held_until_us_ = 0;
  bool running_ = false;
};

}  // namespace idn::stream
