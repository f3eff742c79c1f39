// SPDX-License-Identifier: MIT
#include "stream/send/frame_session.hpp"

#include <utility>

namespace idn::stream {
namespace {

using namespace std::chrono_literals;

std::int64_t ticks_per_frame(const FrameConfig& config) {
  const Duration longest = std::min(FrameSession::kLongestTick, LinkTiming::kKeepalivePeriod);
  return (config.frame_period - 1ns) / longest + 1;
}

/// The frame period divided by ticks_per_frame(), rounded down to a nanosample.
TickLength tick_of(const FrameConfig& config) {
  TickLength tick = TickLength::of(config.frame_period, config.packer.rate);
  tick.nanosamples /= ticks_per_frame(config);
  return tick;
}

}  // namespace

FormatResult<std::unique_ptr<FrameSession>> FrameSession::create(const FrameConfig& config,
                                                                 LightSwitch& light) {
  if (config.frame_period < 1ms || config.frame_period > 10s) return fail(Errc::InvalidRate);
  auto packer = FramePacker::create(config.packer, config.limits);
  if (!packer) return tl::unexpected(packer.error());
  return std::unique_ptr<FrameSession>(new FrameSession(config, tick_of(config), *std::move(packer), light));
}

FrameSession::FrameSession(const FrameConfig& config, TickLength tick, FramePacker packer, LightSwitch& light)
    : SenderSession(config.link, tick),
      config_(config),
      packer_(std::move(packer)),
      queue_(config.order),
      ticks_per_frame_(ticks_per_frame(config)),
      light_(light) {}

bool FrameSession::push(std::span<const LaserSample> samples, FrameRepeat repeat) {
  if (is_finished()) return false;
  const std::uint64_t before = queue_.replaced();
  const bool taken = queue_.push(samples, repeat);
  count().replaced_frames.add(queue_.replaced() - before);
  return taken;
}

ConstBytes FrameSession::content() noexcept {
  if (goes_dark()) return darkness();
  if (packer_.has_more()) return has_fragment_in_tick() ? next_message() : ConstBytes{};
  const ConstBytes frame = next_frame();
  return frame.empty() ? keepalive() : frame;
}

/// Whether the stream goes dark with the tick in progress. It is asked once in each tick, when the tick begins
/// or its fragment is due, so the next time may be two ticks later. After finish() the hold time does not
/// count, so that all that was pushed is played.
bool FrameSession::goes_dark() noexcept {
  const bool was_dark = is_dark();
  is_switched_off_ = !light_.is_lit();
  is_over_ = has_played_out();
  went_dark_ = light_.is_hold_over(tick(), 2 * tick_duration(), shown_ != nullptr && !is_finished());
  if (was_dark && !is_dark()) resend_ = true;
  return !was_dark && is_dark();
}

/// After a stall that was longer than a period the next picture is due.
void FrameSession::anchor(TimePoint now) noexcept {
  if (now - shown_at_ >= config_.frame_period) ticks_to_frame_ = 0;
}

const Frame* FrameSession::take() noexcept {
  const Frame* const next = queue_.take();
  if (next != nullptr && config_.on_taken) config_.on_taken(tick());
  return next;
}

ConstBytes FrameSession::next_frame() noexcept {
  if (is_dark()) return stay_dark();
  if (!is_frame_due()) return {};
  if (const Frame* const next = take()) {
    shown_ = next;
    return begin_frame(shown_->samples, shown_->repeat);
  }
  return is_resend_due() ? begin_frame(shown_->samples, FrameRepeat::UntilNext) : ConstBytes{};
}

/// While the light is switched off, pictures leave the queue at the frame period but are not sent.
ConstBytes FrameSession::stay_dark() noexcept {
  if (is_switched_off_ && is_frame_due())
    if (const Frame* const next = take()) {
      shown_ = next;
      ticks_to_frame_ = ticks_per_frame_;
    }
  return tick() - shown_at_ < LinkTiming::kKeepalivePeriod ? ConstBytes{} : darkness();
}

/// A frame that was to be drawn once must not come back.
bool FrameSession::is_resend_due() const noexcept {
  return shown_ != nullptr && shown_->repeat != FrameRepeat::Once &&
         (resend_ || tick() - shown_at_ >= kResendPeriod);
}

ConstBytes FrameSession::begin_frame(std::span<const LaserSample> samples, FrameRepeat repeat) noexcept {
  count().samples.add(packer_.begin(samples, floor_us(tick()), repeat));
  count().frames.add();
  shown_at_ = tick();
  resend_ = false;
  ticks_to_frame_ = ticks_per_frame_;
  fragments_from_ = tick();
  const auto octets = static_cast<std::int64_t>(packer_.frame_octets());
  spread_ = std::min(config_.spread * octets / static_cast<std::int64_t>(FrameLimits::kMaxOctets),
                     config_.frame_period / 2);
  return next_message();
}

/// The fragments are paced evenly by octets: each is due when those before it would have been sent at that
/// rate, rounded down to kFragmentStep.
TimePoint FrameSession::fragment_due() const noexcept {
  const auto octets = static_cast<std::int64_t>(packer_.frame_octets());
  const Duration even = spread_ * static_cast<std::int64_t>(packer_.sent_octets()) / octets;
  return fragments_from_ + even / kFragmentStep * kFragmentStep;
}

bool FrameSession::has_fragment_in_tick() const noexcept {
  return packer_.has_more() && fragment_due() < tick() + tick_duration();
}

TimePoint FrameSession::packet_due() const noexcept {
  return has_fragment_in_tick() ? std::max(tick(), fragment_due()) : tick();
}

/// After a stall the rest of the frame is delayed by the stall, instead of leaving in a burst.
ConstBytes FrameSession::next_message() noexcept {
  const Duration late = poll_time() - fragment_due();
  if (late > kFragmentStep) fragments_from_ += late;
  const bool ask = packer_.is_at_start() && begin_chunk();
  sent_ = true;
  sent_at_ = tick();
  count().datagrams.add();
  return made(packer_.next(ask), ask);
}

ConstBytes FrameSession::keepalive() noexcept {
  if (sent_ || tick() - sent_at_ < LinkTiming::kKeepalivePeriod) return {};
  sent_ = true;
  sent_at_ = tick();
  count().keepalives.add();
  const bool ask = asks();
  return made(packer_.pack_void(floor_us(tick()), ask), ask);
}

/// Not between the fragments of a frame.
ConstBytes FrameSession::request() noexcept {
  return packer_.has_more() ? ConstBytes{} : packer_.pack_void(floor_us(tick()), true);
}

ConstBytes FrameSession::darkness() noexcept {
  const LaserSample last =
      shown_ == nullptr || shown_->samples.empty() ? LaserSample{} : shown_->samples.back();
  return begin_frame({&last, 1}, FrameRepeat::UntilNext);
}

/// A receiver that has lost the channel has lost the picture as well.
void FrameSession::reopen() noexcept {
  packer_.reopen();
  resend_ = true;
}

void FrameSession::on_tick_end() noexcept {
  sent_ = false;
  if (ticks_to_frame_ > 0) --ticks_to_frame_;
}

}  // namespace idn::stream
