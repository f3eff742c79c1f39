// SPDX-License-Identifier: MIT
#include "client/device_state.hpp"

#include <algorithm>

#include "client/content/callback_scope.hpp"
#include "client/device_options.hpp"
#include "idn/io/now.hpp"
#include "idn/result.hpp"

namespace idn::client {
namespace {

/// Where a stream goes that is sent to nobody.
constexpr Endpoint kNowhere = Endpoint::ipv4(0, 0);

using namespace std::chrono_literals;

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

void note_answers(const stream::SenderStats& sent, DeviceStatus& status) {
  status.receiver = sent.receiver.value();
  status.acks_requested = sent.acks_requested.value();
  status.acks_received = sent.acks_received.value();
  status.last_answer = sent.last_answer.value();
  if (status.acks_received > 0) status.answered_at = sent.answered_at.value();
  if (const TimePoint lit = sent.lit_at.value(); lit != TimePoint{}) status.lit_at = lit;
  status.refusals = sent.refusals.value();
  status.correction_ppm = static_cast<double>(sent.correction_ppb.value()) / 1e3;
}

/// Whether both are equal but for what a device can change while it plays.
bool differs_by_look_only(OutputOptions a, const OutputOptions& b) {
  a.orientation = b.orientation;
  a.balance = b.balance;
  a.limits.zones = b.limits.zones;
  a.limits.allowed = b.limits.allowed;
  a.limits.brightness = b.limits.brightness;
  return a == b;
}

/// To wait for a callback from within it would be a deadlock.
tl::unexpected<Error> in_callback() {
  return fail(Errc::InCallback, "called from within a callback",
              "return from it first; to end a fill, return 0");
}

}  // namespace

tl::unexpected<Error> busy_fault() {
  return fail(Errc::Busy, "the device is in use by another call, or by another kind of content",
              "call stop() first");
}

/// The queue holds at least two datagrams, in addition to the one that the tick thread keeps until the next.
Device::State::State(std::shared_ptr<Engine::State> of, std::shared_ptr<UnitDirectory> names, std::string name,
                     const Location& where, const DeviceOptions& wanted)
    : engine(std::move(of)),
      directory(std::move(names)),
      options(wanted),
      packet(samples_per_datagram(wanted)),
      content(wanted, 3 * packet,
              stream::max_samples_per_packet(wanted.format, wanted.datagrams.octets.value())),
      target(std::move(name)),
      place(where) {}

Result<std::unique_ptr<Device::State>> Device::State::open(const std::shared_ptr<Engine::State>& engine,
                                                           std::shared_ptr<UnitDirectory> directory,
                                                           const std::string& target,
                                                           const DeviceOptions& wanted) {
  const auto options = checked(wanted);
  if (!options) return tl::unexpected(options.error());
  const auto place = directory->find(target);
  if (!place) return tl::unexpected(place.error());
  return begin(std::make_unique<State>(engine, std::move(directory), target, *place, *options), wanted);
}

Result<std::unique_ptr<Device::State>> Device::State::open(const std::shared_ptr<Engine::State>& engine,
                                                           std::shared_ptr<UnitDirectory> directory,
                                                           const std::string& name, const Location& place,
                                                           const DeviceOptions& wanted) {
  const auto options = checked(wanted);
  if (!options) return tl::unexpected(options.error());
  return begin(std::make_unique<State>(engine, std::move(directory), name, place, *options), wanted);
}

void Device::State::start_at(const StartTime& time) noexcept {
  entry->start_at(time);
  if (stream->stats().datagrams.value() == 0) content.expect_start(io::to_monotonic(time));
}

Result<void> Device::State::set_output(const OutputOptions& wanted) {
  DeviceOptions changed = options;
  changed.output = wanted;
  const auto valid = checked(std::move(changed));
  if (!valid) return tl::unexpected(valid.error());
  if (!differs_by_look_only(valid->output, options.output))
    return fail(Errc::BadOption,
                "the colour shift, the class of the scanners and the limits of the picture's size, of speed, "
                "acceleration and dwell stay as the device was opened with",
                "give these, or open the device anew");
  const std::lock_guard lock(changing_output);
  content.change_output(valid->output);
  return {};
}

Result<std::unique_ptr<Device::State>> Device::State::begin(std::unique_ptr<State> state,
                                                            const DeviceOptions& wanted) {
  if (const auto created = state->create_stream(); !created)
    return fail(Errc::BadOption, std::string(to_string(created.error().code)),
                "change rate, format or datagrams");
  if (const auto claimed = state->claim(state->target, state->place); !claimed)
    return tl::unexpected(claimed.error());
  auto connection = connect(state->target, state->place.at, wanted.datagrams.dscp,
                            state->engine->options.expert, state->engine->sockets);
  if (!connection) return tl::unexpected(connection.error());
  state->connection = *std::move(connection);
  state->entry =
      std::make_unique<io::AttachedStream>(*state->stream, *state->connection.socket, state->network);
  if (wanted.start_at) state->start_at(*wanted.start_at);
  if (const auto attached = state->engine->attach(*state->entry); !attached) {
    state->entry.reset();
    return tl::unexpected(attached.error());
  }
  state->limits_tightened = state->options.output.limits != wanted.output.limits;
  state->follow();
  state->report_events();
  return state;
}

void Device::State::report_events() {
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
  return {.engine = engine.get(),
          .content = content,
          .pause = fill_pause(),
          .on_fault = [this](Error what) { report(std::move(what)); },
          .receiver_latency = [this] { return Duration(stream->stats().receiver_latency.value()); }};
}

Duration Device::State::fill_pause() const noexcept {
  if (options.frames) return std::min<Duration>({options.frames->period / 2, options.hold / 4, 50ms});
  if (options.underrun_probability > 0) return packet_time();  // for whatever length the queue gets
  // If the queue holds little more than two datagrams, polling once per datagram would sometimes be too late.
  const Duration longest_wait = std::max(options.latency, 2 * packet_time());
  const Duration each_datagram = std::min(packet_time(), longest_wait / 8);
  return std::max(each_datagram, std::min<Duration>({options.latency / 8, options.hold / 4, 10ms}));
}

FormatResult<void> Device::State::create_stream() {
  if (!options.frames) {
    auto wave = stream::WaveStream::create(wave_config(options, place.service), content);
    if (!wave) return tl::unexpected(wave.error());
    stream = std::make_unique<stream::SenderSession>(*std::move(wave), link_config(options, content));
    return {};
  }
  auto frames = stream::FrameStream::create(frame_config(options, place.service, content), content.light());
  if (!frames) return tl::unexpected(frames.error());
  content.play_frames(**frames, options);
  stream = std::make_unique<stream::SenderSession>(*std::move(frames), link_config(options, content));
  return {};
}

void Device::State::follow() {
  const std::lock_guard lock(mutex);
  if (!place.unit || engine->options.manual) return;
  followed = directory->follower().add({.unit = *place.unit,
                                        .at = place.at,
                                        .link = *connection.socket,
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
  if (!options.on_unit || has_thrown) return;
  const CallbackScope inside(engine.get());
  auto thrown = guarded_call("on_unit", [&] { options.on_unit(event); });
  if (!thrown) return;
  has_thrown = true;
  report(*std::move(thrown));
}

void Device::State::abandon(std::unique_ptr<State> device) {
  State& state = *device;
  state.content.release();
  {
    const std::lock_guard lock(state.mutex);
    if (state.filler) state.filler->end();
  }
  state.stream->end();
  state.engine->claims.release(&state);
  state.engine->adopt(std::shared_ptr<State>(std::move(device)));
}

void Device::State::note_unit(const stream::UnitEvent& event) {
  const std::lock_guard lock(mutex);
  if (event.kind == stream::UnitEvent::Kind::Moved) {
    place.at = event.to;
    ++moves;
    engine->claims.relocate(this, event.to);
  }
  if (event.kind != stream::UnitEvent::Kind::Displaced) return;
  engine->claims.relocate(this, kNowhere);  // another device may claim the unit at the address now
  ++faults;
  last_fault = Error{Errc::NotFound, target + ": another unit has taken its address",
                     "nothing is sent until it is found again"};
}

Result<void> Device::State::claim(const std::string& name, const Location& where) {
  if (options.shares_service) return {};
  if (where.at == kNowhere) engine->claims.release(this);
  if (where.at == kNowhere || engine->claims.claim(this, directory->identify(where))) return {};
  return fail(Errc::Busy, name + ": another device of this engine plays to this service",
              "close that one, or name another service");
}

Result<void> Device::State::retarget(const std::string& to) {
  const auto found = directory->find(to);
  return found ? retarget(to, *found) : tl::unexpected(found.error());
}

/// All that can fail comes first, so that after an error nothing has changed.
Result<void> Device::State::retarget(const std::string& to, const Location& where) {
  const std::lock_guard alone(retargeting);
  if (const auto claimed = claim(to, where); !claimed) return claimed;
  stop_following();
  {
    const std::lock_guard lock(mutex);
    target = to;
    place = where;
    engine->claims.relocate(this, place.at);  // the former unit may have moved, and changed it, meanwhile
    connection.socket->retarget({place.at, place.service}, io::LeavePolicy::Close);
  }
  follow();
  return {};
}

Device::State::~State() {
  if (entry) end(0ns);
  engine->claims.release(this);
}

Result<void> Device::State::close(Duration play_out) {
  if (CallbackScope::is_of(engine.get())) return in_callback();
  end(play_out);
  return {};
}

/// Ends the sources of content first, then the stream.
void Device::State::end(Duration play_out) {
  if (!engine->home.is_here()) return;
  end_filling(play_out <= 0ns);
  stop_following();
  if (!is_closed()) {
    const TimePoint deadline = deadline_after(io::monotonic_now(), play_out);
    if (play_out > 0ns) {
      if (content.is_playing_samples() || options.frames)
        content.light().play_out();
      else
        content.release();
      stream->finish();
      engine->await_end(*entry, deadline);
    }
    stream->close();
    engine->await_end(*entry, kNever);  // takes two ticks; until then the tick thread uses all of this
  }
  if (const auto source = std::exchange(event_source, std::nullopt)) engine->events.remove(*source);
  engine->claims.release(this);
}

Result<void> Device::State::stop_filling() {
  if (CallbackScope::is_of(engine.get())) return in_callback();
  end_filling(true);
  return {};
}

void Device::State::end_filling(bool dark) {
  std::unique_ptr<Filler> ended;
  {
    const std::lock_guard lock(mutex);
    ended = std::move(filler);
    for (const auto& ring : rings) ring->close();
  }
  if (ended && dark) {
    ended->end();
    content.release();  // dark now: the last call of the callback may take long
  }
  if (ended && engine->options.manual) engine->remove(*ended);
}

/// Closed rings are kept until the device is destroyed, since the tick thread may still read them.
Result<void> Device::State::begin_shared(const std::string& name) {
  const std::lock_guard lock(mutex);
  if (filler && !filler->is_over()) return busy_fault();
  if (!rings.empty() && rings.back()->is_open()) return busy_fault();
  const auto samples = options.latency / std::chrono::microseconds(1) * options.rate / 1'000'000;
  auto ring = io::SharedRing::open({.name = name,
                                    .rate = {options.rate},
                                    .limit = static_cast<std::uint32_t>(samples),
                                    .realtime = engine->options.realtime});
  if (!ring) return fail(Errc::BadOption, ring.error());
  rings.push_back(*std::move(ring));
  const auto call = content.begin_call(ContentSource::Shared, io::monotonic_now());
  if (call) {
    content.play_shared(*rings.back(), io::monotonic_now());
    return {};
  }
  rings.back()->close();
  return busy_fault();
}

void Device::State::report(Error what) {
  const std::lock_guard lock(mutex);
  ++faults;
  last_fault = std::move(what);
}

Result<void> Device::State::begin_filling(ContentSource source, std::unique_ptr<Filler> wanted) {
  const std::lock_guard lock(mutex);
  if (filler && !filler->is_over()) return busy_fault();
  if (!content.begin_call(source, io::monotonic_now())) return busy_fault();
  if (filler && engine->options.manual) engine->remove(*filler);
  filler = std::move(wanted);
  if (engine->options.manual)
    engine->add(*filler);
  else
    filler->start_thread();
  return {};
}

DeviceStatus Device::State::status() const {
  DeviceStatus status;
  const stream::SenderStats& sent = stream->stats();
  status.link = is_closed() ? LinkState::Closed : link_state(sent.receiver.value());
  status.armed = content.light().is_armed();
  status.blackout = content.light().is_blacked_out();
  status.rate = content.rate();
  status.latency = content.latency();
  status.buffered = Duration(std::chrono::seconds(1)) * static_cast<std::int64_t>(content.waiting()) /
                    static_cast<std::int64_t>(status.rate.per_second);
  status.local = connection.socket->local();
  status.pacing = connection.pacing;
  status.source_ppm = static_cast<double>(content.pace_ppb()) / 1e3;
  status.receiver_latency = sent.receiver_latency.value();
  status.round_trip = sent.round_trip.value();
  status.datagrams = sent.datagrams.value();
  status.samples = sent.samples.value();
  status.bytes = sent.bytes.value();
  status.frames = sent.frames.value();
  status.keepalives = sent.keepalives.value();
  status.starved_samples = sent.starved_samples.value();
  status.replaced_pictures = content.replaced_pictures();
  status.discarded_samples = content.discarded_samples();
  status.holds_expired = content.light().holds_expired();
  const output::OutputCounters& limited = content.limited();
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
  status.worst_lateness = sent.worst_lateness.value();
  status.reanchors = sent.reanchors.value();
  status.socket_full = network.socket_full.value();
  status.send_errors = network.send_errors.value() + status.socket_full;
  status.late_in_kernel = network.late_in_kernel.value();
  status.last_send_error = network.is_refused.value()
                               ? std::make_error_code(std::errc::connection_refused)
                               : std::error_code(network.last_error.value(), std::system_category());
  note_answers(sent, status);
  if (status.link == LinkState::Opening && status.last_send_error == std::errc::connection_refused)
    status.link = LinkState::Silent;
  status.reconnects = sent.reconnects.value();
  status.retargets = sent.retargets.value();
  const std::lock_guard lock(mutex);
  if (followed && directory->follower().is_missing(*followed)) status.link = LinkState::Missing;
  status.remote = place.at;
  if (!rings.empty()) {
    const io::SharedWriterStats writers = rings.back()->writers();
    status.shared_writers = {writers.is_connected, writers.connections, writers.rejected};
  }
  status.fault = last_fault;
  status.faults = faults;
  status.moves = moves;
  return status;
}

}  // namespace idn::client
