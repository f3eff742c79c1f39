// SPDX-License-Identifier: MIT
#include "idn/client/device.hpp"

#include <algorithm>
#include <cmath>

#include "client/callback_scope.hpp"
#include "client/device_state.hpp"
#include "idn/client/limits_file.hpp"
#include "idn/io/now.hpp"

namespace idn::client {
namespace {

using namespace std::chrono_literals;

std::size_t samples_per_packet(const DeviceOptions& options) {
  if (options.samples_per_datagram != 0) return options.samples_per_datagram;
  const auto of_time = static_cast<std::size_t>(
      std::llround(in_seconds(options.datagram_time) * static_cast<double>(options.rate)));
  const std::size_t most = stream::max_samples_per_packet(options.format, options.max_datagram);
  return std::min(std::max(of_time, stream::Packer::kMinSamples), most);
}

stream::WaveConfig wave_config(const DeviceOptions& options, std::uint8_t service) {
  stream::WaveConfig config;
  config.packer = {.rate = {options.rate},
                   .samples_per_packet = samples_per_packet(options),
                   .format = options.format,
                   .max_datagram = options.max_datagram,
                   .service_id = service,
                   .channel = options.channel,
                   .client_group = options.client_group};
  config.tick = options.tick;
  config.catch_up_packets = options.catch_up_datagrams;
  config.late = options.late;
  config.follow = options.follow_clock;
  return config;
}

stream::FrameConfig frame_config(const DeviceOptions& options, std::uint8_t service, DeviceContent& content) {
  const FrameOptions& frames = *options.frames;
  stream::FrameConfig config;
  config.packer = wave_config(options, service).packer;
  config.limits.max_datagram = frames.max_datagram;
  config.frame_period = frames.period;
  config.order = frames.keep_all ? stream::FrameOrder::KeepAll : stream::FrameOrder::NewestWins;
  config.hold = options.hold;
  config.spread = frames.spread;
  config.on_moved = [&content] { content.on_moved(); };
  return config;
}

Expected<void> check(const DeviceOptions& options) {
  const auto bad = [](std::string text, std::string remedy) {
    return fault(FaultCode::BadOption, std::move(text), std::move(remedy));
  };
  if (!SampleRate{options.rate}.is_valid())
    return bad("rate " + std::to_string(options.rate), "give 1 to 1000000 samples per second");
  if (options.latency < 1ms || options.latency > 2s) return bad("latency", "give 1 ms to 2 s");
  if (options.hold < 1ms) return bad("hold", "give 1 ms or more");
  if (options.datagram_time < 200us || options.datagram_time > 100ms)
    return bad("datagram_time", "give 0.2 ms to 100 ms");
  if (options.client_group > 15) return bad("client_group", "give 0 to 15");
  if (options.channel > 63) return bad("channel", "give 0 to 63");
  if (options.tick != 0ns && (options.tick < 50us || options.tick > 100ms))
    return bad("tick", "give 0.05 ms to 100 ms");
  if (options.frames && (options.frames->period < 1ms || options.frames->period > 10s))
    return bad("frames: period", "give 1 ms to 10 s");
  if (options.frames && (options.frames->spread < 0ms || options.frames->spread > 5s))
    return bad("frames: spread", "give 0 to 5 s");
  if (const auto complaint = check(options.output)) return bad("output: " + *complaint, {});
  return {};
}

/// With the limits of this machine, which nothing loosens.
Expected<DeviceOptions> within_limits(DeviceOptions options) {
  const auto limits = load_limits();
  if (!limits) return fault(FaultCode::Limits, limits.error());
  options.output.limits = tightest(*limits, options.output.limits);
  if (const auto valid = check(options); !valid) return tl::unexpected(valid.error());
  return options;
}

LinkState link_state(stream::ReceiverState state) {
  using stream::ReceiverState;
  switch (state) {
    case ReceiverState::Unknown:
      return LinkState::Opening;
    case ReceiverState::Playing:
      return LinkState::Playing;
    case ReceiverState::Muted:
      return LinkState::Muted;
    case ReceiverState::Silent:
      return LinkState::Silent;
    default:
      return LinkState::Refused;
  }
}

}  // namespace

Device::State::State(std::shared_ptr<Engine::State> of, std::shared_ptr<UnitDirectory> names, std::string name,
                     const Place& where, const DeviceOptions& wanted)
    : engine(std::move(of)),
      directory(std::move(names)),
      options(wanted),
      packet(samples_per_packet(wanted)),
      content(wanted, 2 * packet, stream::max_samples_per_packet(wanted.format, wanted.max_datagram)),
      target(std::move(name)),
      place(where) {}

Expected<std::unique_ptr<Device::State>> Device::State::open(const std::shared_ptr<Engine::State>& engine,
                                                             std::shared_ptr<UnitDirectory> directory,
                                                             const std::string& target,
                                                             const DeviceOptions& wanted) {
  if (const auto valid = check(wanted); !valid) return tl::unexpected(valid.error());
  const auto place = directory->find(target);
  if (!place) return tl::unexpected(place.error());
  return open(engine, std::move(directory), target, *place, wanted);
}

Expected<std::unique_ptr<Device::State>> Device::State::open(const std::shared_ptr<Engine::State>& engine,
                                                             std::shared_ptr<UnitDirectory> directory,
                                                             const std::string& name, const Place& place,
                                                             const DeviceOptions& wanted) {
  if (const auto valid = check(wanted); !valid) return tl::unexpected(valid.error());
  const auto options = within_limits(wanted);
  if (!options) return tl::unexpected(options.error());
  auto state = std::make_unique<State>(engine, std::move(directory), name, place, *options);

  if (const auto created = state->create_stream(); !created)
    return fault(FaultCode::BadOption, std::string(to_string(created.error().code)),
                 "change rate, datagram_time, format or max_datagram");
  if (!options->shares_service)
    if (const auto claimed = state->claim(name, place); !claimed) return tl::unexpected(claimed.error());
  auto connection = engine->connect(name, place);
  if (!connection) return tl::unexpected(connection.error());
  state->connection = *std::move(connection);
  state->entry = std::make_unique<io::LoopStream>(*state->stream, *state->connection.transport, state->network,
                                                  state->connection.own_socket.get());
  if (const auto attached = engine->attach(*state->entry, state->connection); !attached) {
    state->entry.reset();
    return tl::unexpected(attached.error());
  }
  state->limits_tightened = options->output.limits != wanted.output.limits;
  state->follow();
  state->tell_events();
  return state;
}

void Device::State::tell_events() {
  event_source = engine->events.add([this](TimePoint now, std::vector<Event>& events) {
    std::string name;
    {
      const std::lock_guard lock(mutex);
      name = target;
    }
    changes.look(status(), name, now, events);
  });
}

Filler::Setup Device::State::filler_setup() {
  return {.engine = engine.get(), .content = content, .pause = fill_pause(), .on_fault = [this](Fault what) {
            report(std::move(what));
          }};
}

Duration Device::State::fill_pause() const noexcept {
  if (options.frames) return std::min<Duration>({options.frames->period / 2, options.hold / 4, 50ms});
  return std::max(packet_time(), std::min<Duration>({options.latency / 8, options.hold / 4, 10ms}));
}

Result<void> Device::State::create_stream() {
  if (!options.frames) {
    auto wave = stream::WaveStream::create(wave_config(options, place.service), content);
    if (!wave) return tl::unexpected(wave.error());
    stream = *std::move(wave);
    return {};
  }
  auto frames = stream::FrameSession::create(frame_config(options, place.service, content));
  if (!frames) return tl::unexpected(frames.error());
  content.play_frames(**frames, options);
  stream = *std::move(frames);
  return {};
}

void Device::State::follow() {
  const std::lock_guard lock(mutex);
  if (!place.unit || engine->options.manual) return;
  followed = directory->follower().add({.unit = *place.unit,
                                        .at = place.at,
                                        .link = *connection.retargetable,
                                        .session = stream->stats(),
                                        .network = network},
                                       [this](const stream::UnitEvent& event) { on_unit(event); });
}

void Device::State::stop_following() {
  std::optional<io::UnitFollower::Id> former;
  {
    const std::lock_guard lock(mutex);
    former = std::exchange(followed, std::nullopt);
  }
  if (former) directory->follower().remove(*former);
}

void Device::State::on_unit(const stream::UnitEvent& event) {
  note_unit(event);
  if (options.on_unit) options.on_unit(event);
}

void Device::State::note_unit(const stream::UnitEvent& event) {
  const std::lock_guard lock(mutex);
  if (event.kind == stream::UnitEvent::Kind::Moved) {
    place.at = event.to;
    ++moves;
    engine->claims.relocate(this, event.to);
  }
  if (event.kind != stream::UnitEvent::Kind::Displaced) return;
  engine->claims.relocate(this, Endpoint::ipv4(0, 0));  // who has the address now may be streamed to
  ++faults;
  last_fault = Fault{FaultCode::NotFound, target + ": another unit has taken its address",
                     "nothing is sent until it is found again"};
}

Expected<void> Device::State::claim(const std::string& name, const Place& where) {
  if (engine->claims.claim(this, directory->identify(where))) return {};
  return fault(FaultCode::Busy, name + ": another device of this engine plays to this service",
               "close that one, or name another service");
}

/// What is refused changes nothing, so all that can be refused comes first.
Expected<void> Device::State::retarget(const std::string& to) {
  if (connection.thread != nullptr)
    return fault(FaultCode::BadOption, "devices that begin together keep their receivers", "open another one");
  const auto found = directory->find(to);
  if (!found) return tl::unexpected(found.error());
  const std::lock_guard alone(retargeting);
  if (const auto claimed = claim(to, *found); !claimed) return claimed;
  stop_following();
  {
    const std::lock_guard lock(mutex);
    target = to;
    place = *found;
    engine->claims.relocate(this, place.at);  // the former unit may have moved meanwhile
    connection.retargetable->retarget({place.at, place.service}, io::Farewell::Close);
  }
  follow();
  return {};
}

Device::State::~State() {
  if (entry) end(0ns);
  engine->claims.release(this);
}

namespace {

/// Whoever waits there would wait for himself.
tl::unexpected<Fault> in_callback() {
  return fault(FaultCode::InCallback, "called from within a callback",
               "return from it first; what fill is given ends by 0");
}

}  // namespace

Expected<void> Device::State::close(Duration play_out) {
  if (CallbackScope::is_of(engine.get())) return in_callback();
  end(play_out);
  return {};
}

/// Everybody who brings content comes to an end first; then the stream does.
void Device::State::end(Duration play_out) {
  end_filling(play_out <= 0ns);
  stop_following();
  if (!is_closed()) engine->withdraw(*entry);
  if (!is_closed()) {
    const TimePoint now = io::monotonic_now();
    if (play_out > 0ns && (content.is_playing_samples() || options.frames)) {
      content.play_out();
      stream->finish();
      engine->await_end(*entry, now + play_out);
    }
    stream->close();
    engine->await_end(*entry, kNever);  // two ticks; until then the tick thread uses all of this
  }
  if (const auto source = std::exchange(event_source, std::nullopt)) engine->events.remove(*source);
  engine->claims.release(this);
}

Expected<void> Device::State::stop_filling() {
  if (CallbackScope::is_of(engine.get())) return in_callback();
  end_filling(true);
  return {};
}

void Device::State::end_filling(bool dark) {
  std::unique_ptr<Filler> ended;
  {
    const std::lock_guard lock(mutex);
    ended = std::move(filler);
  }
  if (ended && dark) {
    ended->end();
    content.release();  // its last call may take long
  }
  if (ended && engine->options.manual) engine->remove(*ended);
}

void Device::State::report(Fault what) {
  const std::lock_guard lock(mutex);
  ++faults;
  last_fault = std::move(what);
}

Device::Device(std::unique_ptr<State> state) : state_(std::move(state)) {}
Device::~Device() = default;
Device::Device(Device&& other) noexcept = default;
Device& Device::operator=(Device&& other) noexcept = default;

void Device::arm(bool armed) noexcept {
  if (state_) state_->content.arm(armed);
}

void Device::blackout(bool dark) noexcept {
  if (!state_) return;
  state_->content.black_out(dark);
  if (dark && state_->options.abort_on_blackout) state_->stream->abort();
}

void Device::abort() noexcept {
  if (state_) state_->stream->abort();
}

namespace {

tl::unexpected<Fault> closed() {
  return fault(FaultCode::Closed, "the device is closed", "open it again");
}

tl::unexpected<Fault> busy() {
  return fault(FaultCode::Busy, "another call or another way to bring content owns the device",
               "call stop() first");
}

tl::unexpected<Fault> plays_frames() {
  return fault(FaultCode::BadOption, "the device plays pictures as frames",
               "show pictures, or open it without");
}

}  // namespace

Expected<void> Device::show(std::span<const LaserSample> picture) {
  if (!state_ || state_->is_closed()) return closed();
  const TimePoint now = io::monotonic_now();
  if (state_->options.frames && state_->options.frames->keep_all)
    return fault(FaultCode::BadOption, "the device keeps all pictures", "bring them by fill_pictures");
  const auto call = state_->content.begin_call(Way::Pictures, now);
  if (!call) return busy();
  state_->content.show(picture, now);
  return {};
}

void Device::keep(Duration duration) noexcept {
  if (state_) state_->content.keep(duration, io::monotonic_now());
}

Expected<std::size_t> Device::write(std::span<const LaserSample> samples, Duration timeout) {
  if (!state_ || state_->is_closed()) return closed();
  TimePoint now = io::monotonic_now();
  const TimePoint deadline = now + timeout;
  if (state_->options.frames) return plays_frames();
  const auto call = state_->content.begin_call(Way::Samples, now);
  if (!call) return busy();
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

Expected<void> Device::fill(Fill fill) {
  if (!state_ || state_->is_closed()) return closed();
  if (state_->options.frames) return plays_frames();
  State& state = *state_;
  return state.begin_filling(
      Way::Filled, std::make_unique<SampleFiller>(state.filler_setup(), std::move(fill), state.packet));
}

Expected<void> Device::fill_pictures(FillPicture fill) {
  if (!state_ || state_->is_closed()) return closed();
  State& state = *state_;
  if (!state.options.frames || !state.options.frames->keep_all)
    return fault(FaultCode::BadOption, "the device does not keep all pictures",
                 "open it with frames that keep_all");
  return state.begin_filling(Way::Pictures,
                             std::make_unique<PictureFiller>(state.filler_setup(), std::move(fill)));
}

Expected<void> Device::State::begin_filling(Way way, std::unique_ptr<Filler> wanted) {
  const std::lock_guard lock(mutex);
  if (filler && !filler->is_over()) return busy();
  if (!content.begin_call(way, io::monotonic_now())) return busy();
  if (filler && engine->options.manual) engine->remove(*filler);
  filler = std::move(wanted);
  if (engine->options.manual)
    engine->add(*filler);
  else
    filler->start_thread();
  return {};
}

Expected<void> Device::stop() {
  if (!state_) return closed();
  if (const auto stopped = state_->stop_filling(); !stopped) return stopped;
  state_->content.release();
  return {};
}

Expected<void> Device::set_rate(std::uint32_t rate) {
  if (!state_ || state_->is_closed()) return closed();
  if (!SampleRate{rate}.is_valid())
    return fault(FaultCode::BadOption, "rate " + std::to_string(rate), "give 1 to 1000000 samples per second");
  if (state_->options.frames) return plays_frames();
  state_->content.request_rate({rate});
  return {};
}

Expected<void> Device::retarget(const std::string& target) {
  if (!state_ || state_->is_closed()) return closed();
  return state_->retarget(target);
}

void Device::finish() noexcept {
  if (!state_) return;
  state_->content.play_out();
  state_->stream->finish();
}

void Device::end() noexcept {
  if (!state_ || state_->is_closed()) return;
  state_->stream->close();
  state_->engine->withdraw(*state_->entry);
}

const stream::SenderStats& Device::sent() const noexcept {
  return state_->stream->stats();
}

const io::DriverStats& Device::network() const noexcept {
  return state_->network;
}

Endpoint Device::local() const noexcept {
  return state_ ? state_->connection.local : Endpoint{};
}

Status Device::status() const {
  if (state_) return state_->status();
  Status status;
  status.link = LinkState::Closed;
  return status;
}

Status Device::State::status() const {
  Status status;
  const stream::SenderStats& sent = stream->stats();
  status.link = is_closed() ? LinkState::Closed : link_state(sent.receiver.value());
  status.armed = content.is_armed();
  status.blackout = content.is_blacked_out();
  status.rate = content.rate();
  status.latency = options.latency;
  status.buffered = Duration(std::chrono::seconds(1)) * static_cast<std::int64_t>(content.waiting()) /
                    static_cast<std::int64_t>(status.rate.per_second);
  status.receiver_latency = sent.receiver_latency.value();
  status.round_trip = sent.round_trip.value();
  status.datagrams = sent.datagrams.value();
  status.samples = sent.samples.value();
  status.starved_samples = sent.starved_samples.value();
  status.replaced_pictures = content.replaced_pictures();
  status.holds_expired = content.holds_expired();
  const OutputCounters& limited = content.limited();
  status.limited = {.picture = limited.picture.value(),
                    .speed = limited.speed.value(),
                    .acceleration = limited.acceleration.value(),
                    .zones = limited.zones.value(),
                    .allowed = limited.allowed.value(),
                    .brightness = limited.brightness.value(),
                    .dwell = limited.dwell.value(),
                    .scanner_load = limited.scanner_load.value()};
  status.limits_tightened = limits_tightened;
  status.late_ticks = sent.late_ticks.value();
  status.reanchors = sent.reanchors.value();
  status.send_errors = network.send_errors.value() + network.socket_full.value();
  status.reconnects = sent.reconnects.value();
  status.retargets = sent.retargets.value();
  const std::lock_guard lock(mutex);
  if (followed && directory->follower().is_missing(*followed)) status.link = LinkState::Missing;
  status.remote = place.at;
  status.fault = last_fault;
  status.faults = faults;
  status.moves = moves;
  return status;
}

std::string Device::target() const {
  if (!state_) return {};
  const std::lock_guard lock(state_->mutex);
  return state_->target;
}

Expected<void> Device::close(Duration play_out) {
  return state_ ? state_->close(play_out) : Expected<void>{};
}

}  // namespace idn::client
