// SPDX-License-Identifier: MIT
#include "idn/client/device.hpp"

#include <algorithm>

#include "client/content/callback_scope.hpp"
#include "client/device_state.hpp"
#include "idn/io/now.hpp"
#include "idn/picture/drawing.hpp"

namespace idn::client {
namespace {

tl::unexpected<Error> closed() {
  return fail(Errc::Closed, "the device is closed", "open it again");
}

tl::unexpected<Error> plays_frames() {
  return fail(Errc::BadOption, "the device plays pictures as frames", "show pictures, or open it without");
}

}  // namespace

Device::Device(std::unique_ptr<State> state) : state_(std::move(state)) {}
Device::Device() noexcept = default;
Device::~Device() {
  if (!state_) return;
  if (!state_->engine->home.is_here())
    platform::leave(std::move(state_));
  else if (CallbackScope::is_of(state_->engine.get()))
    State::abandon(std::move(state_));
}
Device::Device(Device&& other) noexcept = default;
Device& Device::operator=(Device&& other) noexcept {
  Device former(std::exchange(state_, std::move(other.state_)));
  return *this;
}

void Device::arm(bool armed) noexcept {
  if (state_) state_->content.light().arm(armed);
}

void Device::blackout(bool dark) noexcept {
  if (!state_) return;
  state_->content.black_out(dark);
  if (dark && state_->options.abort_on_blackout) state_->stream->abort();
}

void Device::set_brightness(double share) noexcept {
  if (state_) state_->content.set_brightness(share > 0 ? std::min(share, 1.0) : 0);
}

Result<void> Device::set_output(const OutputOptions& output) {
  return state_ && !state_->is_closed() ? state_->set_output(output) : closed();
}

std::size_t Device::read_sent(std::span<LaserSample> out) noexcept {
  return state_ ? state_->content.read_sent(out) : 0;
}

void Device::start_at(const StartTime& time) noexcept {
  if (state_) state_->start_at(time);
}

void Device::abort() noexcept {
  if (state_) state_->stream->abort();
}

Result<void> Device::show(std::span<const LaserSample> picture) {
  if (!state_ || state_->is_closed()) return closed();
  const TimePoint now = io::monotonic_now();
  if (state_->options.frames && state_->options.frames->keep_all)
    return fail(Errc::BadOption, "the device keeps all pictures", "supply them with fill_pictures");
  if (auto fits = state_->content.check_picture(picture); !fits) return fits;
  const auto call = state_->content.begin_call(ContentSource::Pictures, now);
  if (!call) return busy_fault();
  state_->content.show(picture, now);
  return {};
}

Result<Duration> Device::show(const picture::Drawing& drawing, Duration frame_time) {
  if (!state_ || state_->is_closed()) return closed();
  const double kpps = state_->options.output.scanner_kpps;
  const auto picture = picture::render(drawing, {.rate = state_->content.rate(),
                                                 .scanner_kpps = kpps > 0 ? kpps : 30,
                                                 .frame_time = frame_time,
                                                 .colour_shift = state_->options.output.colour_shift});
  if (const auto shown = show(picture.samples); !shown) return tl::unexpected(shown.error());
  return picture.over;
}

void Device::keep(Duration duration) noexcept {
  if (state_) state_->content.light().keep(duration, io::monotonic_now());
}

Result<void> Device::write(std::span<const LaserSample> samples, Duration timeout) {
  const auto taken = write_some(samples, timeout);
  if (!taken) return tl::unexpected(taken.error());
  if (*taken == samples.size()) return {};
  return fail(
      Errc::Full,
      std::to_string(*taken) + " of " + std::to_string(samples.size()) + " samples queued, no room for more",
      "wait longer, or write fewer at a time");
}

Result<std::size_t> Device::write_some(std::span<const LaserSample> samples, Duration timeout) {
  if (!state_ || state_->is_closed()) return closed();
  TimePoint now = io::monotonic_now();
  const TimePoint deadline = deadline_after(now, timeout);
  if (state_->options.frames) return plays_frames();
  const auto call = state_->content.begin_call(ContentSource::Samples, now);
  if (!call) return busy_fault();
  std::size_t taken = 0;
  for (;; now = io::monotonic_now()) {
    taken += state_->content.write(samples.subspan(taken), now);
    if (taken == samples.size() || now >= deadline) return taken;
    if (state_->is_closed()) return closed();
    std::this_thread::sleep_for(std::min<Duration>(deadline - now, state_->packet_time()));
  }
}

std::size_t Device::writable() const noexcept {
  return state_ && !state_->options.frames ? state_->content.free() : 0;
}

Result<void> Device::fill(Fill fill) {
  if (!state_ || state_->is_closed()) return closed();
  if (state_->options.frames) return plays_frames();
  State& state = *state_;
  return state.begin_filling(ContentSource::Filled, std::make_unique<SampleFiller>(
                                                        state.filler_setup(), std::move(fill), state.packet));
}

Result<void> Device::fill_pictures(FillPicture fill) {
  if (!state_ || state_->is_closed()) return closed();
  State& state = *state_;
  if (!state.options.frames || !state.options.frames->keep_all)
    return fail(Errc::BadOption, "the device does not keep all pictures", "open it with frames that keep_all");
  return state.begin_filling(ContentSource::Pictures,
                             std::make_unique<PictureFiller>(state.filler_setup(), std::move(fill)));
}

Result<void> Device::play_shared(const std::string& name) {
  if (!state_ || state_->is_closed()) return closed();
  if (state_->options.frames) return plays_frames();
  return state_->begin_shared(name);
}

Result<void> Device::stop() {
  if (!state_) return closed();
  if (const auto stopped = state_->stop_filling(); !stopped) return stopped;
  state_->content.release();
  return {};
}

Result<void> Device::set_rate(std::uint32_t rate) {
  if (!state_ || state_->is_closed()) return closed();
  if (!SampleRate{rate}.is_valid())
    return fail(Errc::BadOption, "rate " + std::to_string(rate), "give 1 to 1000000 samples per second");
  if (state_->options.frames) return plays_frames();
  state_->content.request_rate({rate});
  return {};
}

Result<void> Device::retarget(const std::string& target) {
  if (!state_ || state_->is_closed()) return closed();
  return state_->retarget(target);
}

Result<void> Device::retarget(const std::string& name, const Location& place) {
  if (!state_ || state_->is_closed()) return closed();
  return state_->retarget(name, place);
}

void Device::finish() noexcept {
  if (!state_) return;
  state_->content.light().play_out();
  state_->stream->finish();
}

void Device::end() noexcept {
  if (!state_ || state_->is_closed()) return;
  state_->stream->end();
}

const DurationHistogram& Device::waited() const noexcept {
  static const DurationHistogram nothing;
  return state_ ? state_->content.waits() : nothing;
}

DeviceStatus Device::status() const {
  if (state_) return state_->status();
  DeviceStatus status;
  status.link = LinkState::Closed;
  return status;
}

std::string Device::target() const {
  if (!state_) return {};
  const std::lock_guard lock(state_->mutex);
  return state_->target;
}

Result<void> Device::close(Duration play_out) {
  return state_ ? state_->close(play_out) : Result<void>{};
}

}  // namespace idn::client
