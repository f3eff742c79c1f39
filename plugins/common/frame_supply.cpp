// SPDX-License-Identifier: MIT
#include "plugins/common/frame_supply.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "idn/io/now.hpp"

namespace idn::plugins {

bool FrameSupply::await_ready(Duration wait) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, wait, [this] { return slots_.is_ready(); });
}

/// Play time of the current and the waiting frame, plus a margin for a busy machine.
Duration FrameSupply::longest_wait() const noexcept {
  return slots_.unplayed_time() + idle_timeout_ + std::chrono::seconds(1);
}

FrameSupply::Offered FrameSupply::offer(std::span<const LaserSample> samples, const PlayRequest& playback,
                                        bool waits) {
  std::unique_lock lock(mutex_);
  if (waits && !playback.at_once)
    changed_.wait_for(lock, longest_wait(), [this] { return slots_.is_ready() || is_cleared_; });
  if (is_cleared_) return Offered::Taken;
  if (!waits && !slots_.is_ready()) return Offered::Refused;
  slots_.offer(samples, playback, io::monotonic_now());
  pending_played_at_.reset();
  played_ns_.store(kNever.time_since_epoch().count());
  changed_.notify_all();
  return std::exchange(is_filling_, true) ? Offered::Taken : Offered::First;
}

void FrameSupply::clear() {
  const std::lock_guard lock(mutex_);
  slots_.clear();
  is_cleared_ = true;
  pending_played_at_ = io::monotonic_now();
  publish_played();
  changed_.notify_all();
}

void FrameSupply::play_out() {
  std::unique_lock lock(mutex_, std::defer_lock);
  for (int tries = 0; !lock.try_lock(); ++tries) {
    if (tries == 50) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  slots_.play_out();
  changed_.notify_all();
}

void FrameSupply::publish_played() noexcept {
  if (pending_played_at_) played_ns_.store(pending_played_at_->time_since_epoch().count());
  pending_played_at_.reset();
}

void FrameSupply::fill_ended() {
  const std::lock_guard lock(mutex_);
  is_filling_ = false;
  slots_.clear();
  pending_played_at_ = io::monotonic_now();
  publish_played();
  changed_.notify_all();
}

/// If there is no frame, it waits while queued samples are played: a frame that is offered meanwhile follows
/// without a gap. After `idle_timeout_` the fill ends, and the device is free for other content.
std::size_t FrameSupply::fill(std::span<LaserSample> room, client::Device& device) {
  std::unique_lock lock(mutex_);
  publish_played();
  const TimePoint end = io::monotonic_now() + idle_timeout_;
  while (true) {
    const TimePoint now = io::monotonic_now();
    const client::DeviceStatus status = device.status();
    const bool is_rate_settled = rate_ == 0 || status.rate.per_second == rate_;
    // While a change of rate is pending, samples of two rates are queued, for which status.buffered is not
    // correct: the times of the samples returned so far are used instead.
    const TimePoint sent_at = is_rate_settled ? now + status.buffered : std::max(supplied_until_, now);
    const auto answer = slots_.next(room, sent_at, now, is_rate_settled);
    supplied_until_ = sent_at + Duration(std::chrono::seconds(answer.samples)) / slots_.rate();
    // Set once: repeated passes do not change it.
    if (slots_.is_played() && played_at() == kNever) pending_played_at_ = supplied_until_;
    if (answer.samples == 0) publish_played();
    if (answer.samples > 0) {
      if (std::exchange(rate_, slots_.rate()) != slots_.rate()) (void)device.set_rate(rate_);
      changed_.notify_all();
      return answer.samples;
    }
    changed_.notify_all();
    if (is_cleared_ || now >= end) {
      is_filling_ = false;
      return 0;
    }
    changed_.wait_for(lock, std::min(answer.retry_at, end) - now);
  }
}

}  // namespace idn::plugins
