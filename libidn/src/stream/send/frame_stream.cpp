// SPDX-License-Identifier: MIT
#include "stream/send/frame_stream.hpp"

#include <algorithm>
#include <utility>

namespace idn::stream {
namespace {

using namespace std::chrono_literals;

std::int64_t ticks_per_frame(const FrameConfig& config) {
  const Duration longest = std::min(FrameStream::kLongestTick, LinkConfig::kKeepalivePeriod);
  return (config.frame_period - 1ns) / longest + 1;
}

/// The frame period divided by ticks_per_frame(), rounded down to a nanosample.
TickLength tick_of(const FrameConfig& config) {
  TickLength tick = TickLength::of(config.frame_period, config.packer.rate);
  tick.nanosamples /= ticks_per_frame(config);
  return tick;
}

}  // namespace

FormatResult<std::unique_ptr<FrameStream>> FrameStream::create(const FrameConfig& config, LightSwitch& light) {
  if (config.frame_period < 1ms || config.frame_period > 10s) return fail(Errc::InvalidRate);
  auto packer = FramePacker::create(config.packer, config.limits);
  if (!packer) return tl::unexpected(packer.error());
  return std::unique_ptr<FrameStream>(new FrameStream(config, *std::move(packer), light));
}

FrameStream::FrameStream(const FrameConfig& config, FramePacker packer, LightSwitch& light)
    : config_(config),
      packer_(std::move(packer)),
      queue_(config.order),
      ticks_per_frame_(ticks_per_frame(config)),
      light_(light) {}

/// Ticks missed in a longer stall are not made up for: the timeline restarts at the current time.
TickPlan FrameStream::plan() const noexcept {
  return {.tick = tick_of(config_),
          .longest_stall = std::min(config_.frame_period, LinkConfig::kKeepalivePeriod)};
}

ConstBytes FrameStream::make(PacketKind kind) noexcept {
  switch (kind) {
    case PacketKind::Content:
      return content();
    case PacketKind::Darkness:
      return darkness();
    case PacketKind::Request:
      return request();
    case PacketKind::ChannelClose:
      break;
  }
  return packer_.pack_channel_close();
}

bool FrameStream::push(std::span<const LaserSample> samples, FrameRepeat repeat) {
  if (session().is_finished()) return false;
  return queue_.push(samples, repeat);
}

ConstBytes FrameStream::content() noexcept {
  if (goes_dark()) return darkness();
  if (packer_.has_more()) return has_fragment_in_tick() ? next_message() : ConstBytes{};
  const ConstBytes frame = next_frame();
  return frame.empty() ? keepalive() : frame;
}

/// Whether the stream goes dark with the tick in progress. It is asked once in each tick, when the tick begins
/// or its fragment is due, so the next time may be two ticks later. After finish() the hold time does not
/// count, so that all that was pushed is played.
bool FrameStream::goes_dark() noexcept {
  const bool was_dark = is_dark();
  is_switched_off_ = !light_.is_lit();
  is_over_ = session().has_played_out();
  went_dark_ = light_.is_hold_over(session().tick(), 2 * session().tick_duration(),
                                   shown_ != nullptr && !session().is_finished());
  if (was_dark && !is_dark()) resend_ = true;
  return !was_dark && is_dark();
}

/// After a stall that was longer than a period the next picture is due.
void FrameStream::anchor(TimePoint now) noexcept {
  if (now - shown_at_ >= config_.frame_period) ticks_to_frame_ = 0;
}

const QueuedFrame* FrameStream::take() noexcept {
  const QueuedFrame* const next = queue_.take();
  if (next != nullptr && config_.on_taken) config_.on_taken(session().tick());
  return next;
}

ConstBytes FrameStream::next_frame() noexcept {
  if (is_dark()) return stay_dark();
  if (!is_frame_due()) return {};
  if (const QueuedFrame* const next = take()) {
    shown_ = next;
    return begin_frame(shown_->samples, shown_->repeat);
  }
  return is_resend_due() ? begin_frame(shown_->samples, FrameRepeat::UntilNext) : ConstBytes{};
}

/// While the light is switched off, pictures leave the queue at the frame period but are not sent.
ConstBytes FrameStream::stay_dark() noexcept {
  if (is_switched_off_ && is_frame_due())
    if (const QueuedFrame* const next = take()) {
      shown_ = next;
      ticks_to_frame_ = ticks_per_frame_;
    }
  return session().tick() - shown_at_ < LinkConfig::kKeepalivePeriod ? ConstBytes{} : darkness();
}

/// A frame that was to be drawn once must not come back.
bool FrameStream::is_resend_due() const noexcept {
  return shown_ != nullptr && shown_->repeat != FrameRepeat::Once &&
         (resend_ || session().tick() - shown_at_ >= kResendPeriod);
}

ConstBytes FrameStream::begin_frame(std::span<const LaserSample> samples, FrameRepeat repeat) noexcept {
  session().count().samples.add(packer_.begin(samples, floor_us(session().tick()), repeat));
  session().count().frames.add();
  // A single sample is sent as two dark ones.
  is_lit_ = samples.size() > 1 && !std::ranges::all_of(samples, &LaserSample::is_dark);
  if (is_lit_) session().count().lit_at.set(session().tick());
  shown_at_ = session().tick();
  resend_ = false;
  ticks_to_frame_ = ticks_per_frame_;
  fragments_from_ = session().tick();
  const auto octets = static_cast<std::int64_t>(packer_.frame_octets());
  spread_ = std::min(config_.spread * octets / static_cast<std::int64_t>(FrameLimits::kMaxOctets),
                     config_.frame_period / 2);
  return next_message();
}

/// The fragments are paced evenly by octets: each is due when those before it would have been sent at that
/// rate, rounded down to kFragmentStep.
TimePoint FrameStream::fragment_due() const noexcept {
  const auto octets = static_cast<std::int64_t>(packer_.frame_octets());
  const Duration even = spread_ * static_cast<std::int64_t>(packer_.sent_octets()) / octets;
  return fragments_from_ + even / kFragmentStep * kFragmentStep;
}

bool FrameStream::has_fragment_in_tick() const noexcept {
  return packer_.has_more() && fragment_due() < session().tick() + session().tick_duration();
}

TimePoint FrameStream::next_packet() const noexcept {
  const TimePoint tick = session().tick();
  if (has_fragment_in_tick()) return std::max(tick, fragment_due());
  return sent_ ? kNever : tick;
}

/// After a stall the rest of the frame is delayed by the stall, instead of leaving in a burst.
ConstBytes FrameStream::next_message() noexcept {
  const Duration late = session().poll_time() - fragment_due();
  if (late > kFragmentStep) fragments_from_ += late;
  const bool ask = packer_.is_at_start() && session().begin_chunk();
  sent_ = true;
  sent_at_ = session().tick();
  session().count_datagram();
  return session().made(packer_.next(ask), ask);
}

ConstBytes FrameStream::keepalive() noexcept {
  if (sent_ || session().tick() - sent_at_ < LinkConfig::kKeepalivePeriod) return {};
  sent_ = true;
  sent_at_ = session().tick();
  session().count().keepalives.add();
  const bool ask = session().asks();
  return session().made(packer_.pack_void(floor_us(session().tick()), ask), ask);
}

/// Not between the fragments of a frame.
ConstBytes FrameStream::request() noexcept {
  return packer_.has_more() ? ConstBytes{} : packer_.pack_void(floor_us(session().tick()), true);
}

ConstBytes FrameStream::darkness() noexcept {
  const LaserSample last =
      shown_ == nullptr || shown_->samples.empty() ? LaserSample{} : shown_->samples.back();
  return begin_frame({&last, 1}, FrameRepeat::UntilNext);
}

void FrameStream::end_tick() noexcept {
  sent_ = false;
  // Shown until the next one.
  if (is_lit_ && shown_ != nullptr && shown_->repeat != FrameRepeat::Once)
    session().count().lit_at.set(session().tick());
  if (ticks_to_frame_ > 0) --ticks_to_frame_;
}

}  // namespace idn::stream
