// SPDX-License-Identifier: MIT
#include "stream/frame_session.hpp"

namespace idn::stream {
namespace {

using namespace std::chrono_literals;

/// A frame that lasts longer than a keepalive may wait is divided into several ticks.
std::int64_t ticks_per_frame(const SenderConfig& config) {
  return (config.frame_period - 1ns) / config.keepalive_period + 1;
}

}  // namespace

Result<std::unique_ptr<SenderSession>> FrameSession::create(const SenderConfig& config) {
  if (config.frame_period < 1ms || config.frame_period > 10s) return fail(Errc::InvalidRate);
  auto packer = FramePacker::create(config.packer, config.frame);
  if (!packer) return tl::unexpected(packer.error());
  const auto tick = TickLength::of(config.frame_period / ticks_per_frame(config), config.packer.rate);
  return std::unique_ptr<SenderSession>(new FrameSession(config, tick, *std::move(packer)));
}

FrameSession::FrameSession(const SenderConfig& config, TickLength tick, FramePacker packer)
    : SenderSession(config, tick), packer_(std::move(packer)), ticks_per_frame_(ticks_per_frame(config)) {}

ConstBytes FrameSession::content() noexcept {
  if (packer_.has_more()) return next_message();
  if (is_frame_due()) {
    const Frame* next = queue_.take();
    if (next != nullptr) {
      shown_ = next;
      return begin_frame(shown_->samples, shown_->once);
    }
    if (is_resend_due()) return begin_frame(shown_->samples, false);
  }
  return keepalive();
}

/// A frame that was to be drawn once must not come back.
bool FrameSession::is_resend_due() const noexcept {
  return shown_ != nullptr && !shown_->once && tick() - shown_at_ >= config().resend_period;
}

ConstBytes FrameSession::begin_frame(std::span<const LaserSample> samples, bool once) noexcept {
  count().samples.add(packer_.begin(samples, floor_us(tick()), once));
  count().frames.add();
  shown_at_ = tick();
  return next_message();
}

ConstBytes FrameSession::next_message() noexcept {
  const bool ask = packer_.is_at_start() && asks();
  sent_ = true;
  sent_at_ = tick();
  count().datagrams.add();
  return made(packer_.next(ask), ask);
}

ConstBytes FrameSession::keepalive() noexcept {
  if (sent_ || tick() - sent_at_ < config().keepalive_period) return {};
  sent_ = true;
  sent_at_ = tick();
  count().keepalives.add();
  const bool ask = asks();
  return made(packer_.pack_void(floor_us(tick()), ask), ask);
}

ConstBytes FrameSession::darkness() noexcept {
  const LaserSample last =
      shown_ == nullptr || shown_->samples.empty() ? LaserSample{} : shown_->samples.back();
  return begin_frame({&last, 1}, false);
}

/// A receiver that has lost the channel has lost the picture as well.
void FrameSession::reopen() noexcept {
  packer_.reopen();
  shown_at_ -= config().resend_period;
}

void FrameSession::on_tick_end() noexcept {
  sent_ = false;
  ticks_to_frame_ = (is_frame_due() ? ticks_per_frame_ : ticks_to_frame_) - 1;
}

}  // namespace idn::stream
