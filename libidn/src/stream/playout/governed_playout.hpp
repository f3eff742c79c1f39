// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "stream/playout/adaptive_playout.hpp"
#include "stream/playout/latency_governor.hpp"

namespace idn::stream {

/// An output whose buffer is just long enough for a given underrun probability: each chunk is shown at its
/// timestamp plus the clock offset of the sender plus the level of a LatencyGovernor. When a chunk is too late
/// and the level grows, everything after it is shown later at once, which leaves a dark gap; other changes make
/// the output play up to 1 % faster or slower, or happen while it is dark. An object takes 11 KiB.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class GovernedPlayout {
 public:
  /// Longest queue; more is an overrun.
  static constexpr std::int64_t kMaxQueuedUs = AdaptivePlayout::kMaxQueuedUs;
  /// A chunk that is later than this, or is due more than kMaxQueuedUs + this after the end of the queue,
  /// starts a new time axis.
  static constexpr std::int64_t kLongestStepUs = 500'000;
  static constexpr std::int64_t kIdleUs = AdaptivePlayout::kIdleUs;  ///< dark for this long: the axis may jump

  /// The level starts at the target latency.
  explicit GovernedPlayout(const PlayoutConfig& config) noexcept
      : governor_({.underrun_probability = config.underrun_probability, .start = config.target_latency}) {}

  /// Forgets the running time axis, not what the output holds, nor the statistics of lateness.
  void restart() noexcept { running_ = false; }
  /// The output goes dark at once, whatever it holds.
  void give_up() noexcept {
    restart();
    held_until_us_ = 0;
  }

  /// When `chunk` is shown. `clock` must have observed its message before.
  PlayoutTime place(const TimedChunk& chunk, ClockOffset& clock) noexcept {
    const std::int64_t now_us = ClockOffset::micros(chunk.arrival);
    if (chunk.is_late && running_) return placed_late(chunk, now_us);
    if (is_other_axis(chunk, clock, now_us)) {
      clock.restart(chunk.arrival, chunk.media_us);
      running_ = false;
    }
    const std::int64_t lateness_us = now_us - chunk.media_us - clock.offset_us();
    PlayoutTime playout = followed(clock, now_us);
    const bool is_missed = chunk.media_us + axis_us_ < now_us;
    const Duration before = governor_.level();
    governor_.on_datagram(std::chrono::microseconds(lateness_us), chunk.arrival);
    if (is_missed && governor_.level() > before)
      axis_us_ = (std::max)(axis_us_, clock.offset_us() + level_us());
    show(chunk, now_us, playout);
    if (is_missed && playout.timeliness == Timeliness::OnTime) playout.timeliness = Timeliness::Late;
    if (playout.timeliness != Timeliness::Outdated)
      held_until_us_ = chunk.media_us + axis_us_ + chunk.duration_us;
    return playout;
  }

  /// The output has nothing left from this time on.
  TimePoint held_until() const noexcept { return TimePoint(std::chrono::microseconds(held_until_us_)); }
  /// The governor that sets the level.
  const LatencyGovernor& governor() const noexcept { return governor_; }

 private:
  /// Rounded up.
  std::int64_t level_us() const noexcept {
    return std::chrono::ceil<std::chrono::microseconds>(governor_.level()).count();
  }

  bool is_other_axis(const TimedChunk& chunk, const ClockOffset& clock, std::int64_t now_us) const noexcept {
    const std::int64_t lateness_us = now_us - chunk.media_us - clock.offset_us();
    const std::int64_t step_us = running_ ? chunk.media_us + axis_us_ - held_until_us_ : 0;
    return lateness_us > kLongestStepUs || lateness_us < 0 || step_us > kMaxQueuedUs + kLongestStepUs;
  }

  /// Moves the axis towards clock offset + level: at once while dark and on an overrun, else by at most 1 % of
  /// the elapsed time.
  PlayoutTime followed(const ClockOffset& clock, std::int64_t now_us) noexcept {
    const bool is_idle = held_until_us_ + kIdleUs <= now_us;
    if (is_idle) governor_.on_dark();
    const std::int64_t wanted_us = clock.offset_us() + level_us(), before_us = axis_us_;
    const std::int64_t most_us = std::max<std::int64_t>(now_us - last_us_, 0) / 100;
    PlayoutTime playout;
    playout.overrun = running_ && held_until_us_ - now_us > kMaxQueuedUs;
    const bool is_free = !running_ || is_idle || playout.overrun;
    axis_us_ = is_free ? wanted_us : std::clamp(wanted_us, axis_us_ - most_us, axis_us_ + most_us);
    running_ = true;
    last_us_ = now_us;
    if (playout.overrun)
      playout.skipped = std::chrono::microseconds(std::max<std::int64_t>(before_us - axis_us_, 0));
    if (!is_free) playout.slewed = std::chrono::microseconds(axis_us_ - before_us);
    return playout;
  }

  PlayoutTime placed_late(const TimedChunk& chunk, std::int64_t now_us) noexcept {
    PlayoutTime playout;
    show(chunk, now_us, playout);
    if (playout.timeliness != Timeliness::Outdated)
      held_until_us_ = (std::max)(held_until_us_, chunk.media_us + axis_us_ + chunk.duration_us);
    return playout;
  }

  void show(const TimedChunk& chunk, std::int64_t now_us, PlayoutTime& playout) const noexcept {
    const std::int64_t ahead_us = chunk.media_us + axis_us_ - now_us;
    playout.begin = chunk.arrival + std::chrono::microseconds(ahead_us);
    if (ahead_us < 0)
      playout.timeliness = ahead_us + chunk.duration_us <= 0 ? Timeliness::Outdated : Timeliness::Late;
  }

  LatencyGovernor governor_;
  std::int64_t axis_us_ = 0;  ///< playout time - media time
  std::int64_t last_us_ = 0;
  std::int64_t held_until_us_ = 0;
  bool running_ = false;
};

}  // namespace idn::stream
