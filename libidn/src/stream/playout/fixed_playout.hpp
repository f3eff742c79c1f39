// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>

#include "idn/analysis/virtual_receiver.hpp"
#include "idn/stream/playout/playout.hpp"

namespace idn::stream {

/// An output with a buffer of fixed length and a free-running clock: the first chunk is shown one target
/// latency after its arrival, the others relative to it by their timestamps. The rules are those of
/// analysis::VirtualReceiver: what arrives in order is shown exactly as there, in constant memory. What is late
/// is placed by its timestamp, even if it overlaps other chunks.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class FixedPlayout {
 public:
  /// A step of media time longer than this begins a new time axis.
  static constexpr std::int64_t kLongestStepUs = analysis::VirtualReceiver::kLongestStep.count();

  /// The latency is the target of `config`.
  explicit constexpr FixedPlayout(const PlayoutConfig& config) noexcept
      : target_(config.target_latency),
        capacity_(analysis::ReceiverBuffer{.target = config.target_latency}.capacity) {}

  /// Forgets the running time axis, not what the output holds.
  constexpr void restart() noexcept { running_ = false; }
  /// The output goes dark at once, whatever it holds.
  constexpr void give_up() noexcept {
    restart();
    held_until_ = TimePoint{};
  }

  /// When this chunk is shown.
  constexpr PlayoutTime place(const TimedChunk& chunk) noexcept {
    const TimePoint now = chunk.arrival;
    const Duration length = std::chrono::microseconds(chunk.duration_us);
    const TimePoint wanted = begin_of(chunk);
    PlayoutTime playout{.begin = wanted};
    playout.overrun = wanted - now > capacity_;
    if (playout.overrun) {
      playout.begin = now + target_;
      playout.skipped = wanted - playout.begin;
    }
    if (playout.begin < now)
      playout.timeliness = playout.begin + length <= now ? Timeliness::Outdated : Timeliness::Late;
    const bool is_shown = playout.timeliness != Timeliness::Outdated;
    if (is_behind(chunk)) {
      if (is_shown) held_until_ = (std::max)(held_until_, playout.begin + length);
      return playout;
    }
    if (is_shown) held_until_ = playout.begin + length;
    running_ = true;
    axis_media_us_ = chunk.media_us;
    axis_begin_ = playout.begin;
    end_media_us_ = chunk.media_us + chunk.duration_us;
    return playout;
  }

  /// The output has nothing left from this time on.
  constexpr TimePoint held_until() const noexcept { return held_until_; }

 private:
  constexpr TimePoint begin_of(const TimedChunk& chunk) const noexcept {
    if (starts_again(chunk)) return (std::max)(chunk.arrival + target_, held_until_);
    return axis_begin_ + std::chrono::microseconds(chunk.media_us - axis_media_us_);
  }

  constexpr bool is_behind(const TimedChunk& chunk) const noexcept {
    return chunk.is_late && running_ && chunk.media_us < axis_media_us_;
  }

  /// After more darkness than the target latency the buffer is filled anew.
  constexpr bool starts_again(const TimedChunk& chunk) const noexcept {
    if (is_behind(chunk)) return false;
    const std::int64_t step_us = chunk.media_us - end_media_us_;
    return !running_ || chunk.arrival - held_until_ > target_ || step_us > kLongestStepUs ||
           step_us < -kLongestStepUs;
  }

  Duration target_;
  Duration capacity_;
  bool running_ = false;
  std::int64_t axis_media_us_ = 0;  ///< of the last chunk, shown at axis_begin_
  TimePoint axis_begin_;
  std::int64_t end_media_us_ = 0;
  TimePoint held_until_;
};

}  // namespace idn::stream
