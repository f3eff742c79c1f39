// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>

#include "idn/analysis/virtual_receiver.hpp"
#include "idn/stream/playout/playout.hpp"

namespace idn::stream {

/// An output with a buffer of fixed length and a free-running clock, on the analysis::FixedAxis that
/// analysis::VirtualReceiver has too: what arrives in order is shown exactly as there, in constant memory. What
/// is late is placed by its timestamp, even if it overlaps other chunks.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class FixedPlayout {
 public:
  /// The latency is the target of `config`.
  explicit constexpr FixedPlayout(const PlayoutConfig& config) noexcept
      : buffer_{.target = config.target_latency}, axis_(buffer_.target) {}

  /// Forgets the running time axis, not what the output holds.
  constexpr void restart() noexcept { axis_.stop(); }
  /// The output goes dark at once, whatever it holds.
  constexpr void give_up() noexcept {
    restart();
    held_until_ = Duration{};
  }

  /// When this chunk is shown.
  constexpr PlayoutTime place(const TimedChunk& timed) noexcept {
    const Duration now = timed.arrival.time_since_epoch();
    const analysis::ArrivedChunk chunk{.arrival = now,
                                       .media = std::chrono::microseconds(timed.media_us),
                                       .duration = std::chrono::microseconds(timed.duration_us),
                                       .is_late = timed.is_late};
    if (axis_.starts_again(chunk, now - held_until_)) axis_.start(chunk.media, now, held_until_);
    const Duration ahead = axis_.playout_of(chunk.media) - now;
    PlayoutTime playout;
    playout.overrun = ahead > buffer_.capacity;
    if (playout.overrun) {
      playout.skipped = ahead - buffer_.target;
      axis_.move_earlier(playout.skipped);
      held_until_ = (std::max)(held_until_, now + playout.skipped) - playout.skipped;
    }
    const Duration begin = axis_.playout_of(chunk.media), end = begin + chunk.duration;
    playout.begin = TimePoint(begin);
    if (begin < now) playout.timeliness = end <= now ? Timeliness::Outdated : Timeliness::Late;
    if (playout.timeliness != Timeliness::Outdated) held_until_ = (std::max)(held_until_, end);
    axis_.accept(chunk);
    return playout;
  }

  /// The output has nothing left from this time on.
  constexpr TimePoint held_until() const noexcept { return TimePoint(held_until_); }

 private:
  analysis::ReceiverBuffer buffer_;
  analysis::FixedAxis axis_;
  Duration held_until_{};
};

}  // namespace idn::stream
