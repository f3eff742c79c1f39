// SPDX-License-Identifier: MIT
#include "plugins/common/frame_slots.hpp"

#include <algorithm>
#include <utility>

namespace idn::plugins {
namespace {

/// Polling interval while a change of the sample rate is pending.
constexpr Duration kRatePollInterval = std::chrono::milliseconds(1);

/// Upper limit of the slack before the first repetition of a frame.
constexpr Duration kFirstSlack = std::chrono::milliseconds(5);

Duration time_of(std::size_t samples, std::uint32_t rate) noexcept {
  return Duration(static_cast<std::int64_t>(samples) * 1'000'000'000 / rate);
}

}  // namespace

void FrameSlots::offer(std::span<const LaserSample> samples, const PlayRequest& playback, TimePoint now) {
  next_.samples.assign(samples.begin(), samples.end());
  next_.playback = playback;
  has_next_ = true;
  offered_at_ = now;
  dark_from_ = std::max(dark_from_, now + hold_);
  if (playback.at_once) has_frame_ = false;
}

void FrameSlots::play_out() noexcept {
  if (frame_.playback.passes == 0) frame_.playback.passes = std::max(passes_, 1U);
  if (next_.playback.passes == 0) next_.playback.passes = 1;
}

void FrameSlots::clear() noexcept {
  has_frame_ = has_next_ = false;
}

Duration FrameSlots::unplayed_time() const noexcept {
  Duration total{0};
  if (has_frame_ && passes_ == 0) total += time_of(frame_.samples.size() - position_, rate());
  if (has_next_) total += time_of(next_.samples.size(), next_.playback.rate);
  return total;
}

/// The hold time is counted from the beginning of a frame, not from its offer() alone, since it may have
/// waited.
void FrameSlots::begin_next(TimePoint sent_at) noexcept {
  std::swap(frame_, next_);
  has_next_ = false;
  has_frame_ = true;
  position_ = 0;
  passes_ = 0;
  dark_from_ = std::max(offered_at_, sent_at) + hold_;
}

bool FrameSlots::is_over(TimePoint sent_at) const noexcept {
  const std::uint32_t wanted = frame_.playback.passes;
  return !has_frame_ || sent_at >= dark_from_ || (is_pass_over() && wanted != 0 && passes_ >= wanted);
}

/// A host that plays continuously offers the next frame during the first pass: before the first repetition it
/// is waited for as long as possible. A frame that was repeated already is most likely a still picture, for
/// which a late wake-up of this thread is the greater risk.
Duration FrameSlots::slack() const noexcept {
  return passes_ > 1 ? slack_ : std::min(slack_, kFirstSlack);
}

FrameSlots::NextResult FrameSlots::next(std::span<LaserSample> room, TimePoint sent_at, TimePoint now,
                                        bool is_rate_settled) noexcept {
  if (has_next_ && (is_over(sent_at) || is_pass_over())) {
    if (next_.playback.rate != rate() && !is_rate_settled) return {.retry_at = now + kRatePollInterval};
    begin_next(sent_at);
  } else if (is_over(sent_at)) {
    has_frame_ = false;
    return {.retry_at = kNever};
  } else if (is_pass_over()) {
    if (sent_at - now > slack()) return {.retry_at = sent_at - slack()};
    position_ = 0;
  }
  return {.samples = copy(room, sent_at)};
}

/// Copies as many samples as fit, are left of the pass and are sent within the hold time; at least one.
std::size_t FrameSlots::copy(std::span<LaserSample> room, TimePoint sent_at) noexcept {
  const auto until_dark =
      static_cast<std::size_t>((dark_from_ - sent_at) / std::chrono::microseconds(1) * rate() / 1'000'000);
  const std::size_t count =
      std::min({room.size(), frame_.samples.size() - position_, std::max<std::size_t>(until_dark, 1)});
  std::copy_n(frame_.samples.begin() + static_cast<std::ptrdiff_t>(position_), count, room.begin());
  position_ += count;
  if (is_pass_over()) ++passes_;
  return count;
}

}  // namespace idn::plugins
