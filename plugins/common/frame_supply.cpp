// SPDX-License-Identifier: MIT
#include "plugins/common/frame_supply.hpp"

#include <algorithm>
#include <utility>

#include "idn/io/now.hpp"

namespace idn::plugins {

bool FrameSupply::await_ready(Duration wait) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, wait, [this] { return slots_.is_ready(); });
}

/// What is played and what waits, and some for a thread that gets the processor late.
Duration FrameSupply::longest_wait() const noexcept {
  return slots_.left() + idle_;
}

bool FrameSupply::offer(std::span<const LaserSample> samples, const Playback& playback, bool waits) {
  std::unique_lock lock(mutex_);
  is_cleared_ = false;
  if (waits && !playback.at_once)
    changed_.wait_for(lock, longest_wait(), [this] { return slots_.is_ready() || is_cleared_; });
  if (is_cleared_) return false;
  slots_.offer(samples, playback, io::monotonic_now());
  changed_.notify_all();
  return !std::exchange(is_filling_, true);
}

void FrameSupply::clear() {
  const std::lock_guard lock(mutex_);
  slots_.clear();
  is_cleared_ = true;
  changed_.notify_all();
}

void FrameSupply::await_played(Duration longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest,
                    [this] { return (slots_.is_played() && is_taken_) || !is_filling_ || is_cleared_; });
}

void FrameSupply::fill_ended() {
  const std::lock_guard lock(mutex_);
  is_filling_ = false;
  changed_.notify_all();
}

/// Where there is nothing it waits, while what was given before is played: a frame that comes by then follows
/// without a gap. After that the device is nobody's.
std::size_t FrameSupply::fill(const client::Request& request, std::span<LaserSample> room,
                              client::Device& device) {
  std::unique_lock lock(mutex_);
  is_taken_ = true;
  const TimePoint end = io::monotonic_now() + idle_;
  while (true) {
    const TimePoint now = io::monotonic_now();
    const bool is_settled = device.status().rate.per_second == rate_;
    const auto answer = slots_.next(room, std::max(request.sent_at, now), now, is_settled);
    if (answer.samples > 0) {
      if (std::exchange(rate_, slots_.rate()) != slots_.rate()) (void)device.set_rate(rate_);
      is_taken_ = false;
      changed_.notify_all();
      return answer.samples;
    }
    changed_.notify_all();
    if (is_cleared_ || now >= end) {
      is_filling_ = false;
      return 0;
    }
    changed_.wait_for(lock, std::min(answer.ask_again, end) - now);
  }
}

}  // namespace idn::plugins
