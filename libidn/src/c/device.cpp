// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "c/call.hpp"
#include "c/handles.hpp"
#include "c/output.hpp"
#include "c/sized.hpp"
#include "idn/dscp.hpp"
#include "idn/io/now.hpp"

namespace idn::c {
namespace {

using std::chrono::nanoseconds;

int unknown(std::string_view option) noexcept {
  return fail(IDN_ERR_BAD_OPTION, option);
}

std::optional<wire::SampleFormat> format_of(std::uint32_t number) noexcept {
  switch (number) {
    case IDN_FORMAT_DEFAULT:
      return wire::kUsualFormat;
    case IDN_FORMAT_XYRGBI:
      return wire::SampleFormat::Xyrgbi;
    case IDN_FORMAT_XYRGB16:
      return wire::SampleFormat::Xyrgb16;
    case IDN_FORMAT_ISP_DB25:
      return wire::SampleFormat::IspDb25;
    case IDN_FORMAT_EXTENDED:
      return wire::SampleFormat::Extended;
    case IDN_FORMAT_XYRGB:
      return wire::SampleFormat::Xyrgb;
    default:
      return std::nullopt;
  }
}

int read(const idn_device_options_t& known, client::DeviceOptions& options) {
  if (known.switch_at > IDN_SWITCH_NOW) return unknown("switch_at; give IDN_SWITCH_...");
  const auto format = format_of(known.format);
  if (!format) return unknown("format; give IDN_FORMAT_...");
  if (known.client_group > 15) return unknown("client_group; give 0 to 15");
  if (known.dscp > kMaxDscp) return unknown("dscp; give 0 to 63");
  if (known.rate != 0) options.rate = known.rate;
  if (known.latency != 0) options.latency = nanoseconds(known.latency);
  if (known.hold != 0) options.hold = nanoseconds(known.hold);
  if (known.datagram_time != 0) options.datagrams.time = nanoseconds(known.datagram_time);
  if (known.max_datagram != 0) options.datagrams.octets = known.max_datagram;
  options.datagrams.dscp = static_cast<std::uint8_t>(known.dscp);
  options.switch_at = static_cast<client::SwitchAt>(known.switch_at);
  options.format = *format;
  options.client_group = static_cast<std::uint8_t>(known.client_group);
  options.follow_clock = known.follow_clock != 0;
  options.rearm = known.rearm != 0;
  options.abort_on_blackout = known.abort_on_blackout != 0;
  if (const int wrong = read_output(known.output, options.output); wrong != IDN_OK) return wrong;
  if (known.frames != 0) {
    options.frames.emplace();
    if (known.frame_period != 0) options.frames->period = nanoseconds(known.frame_period);
    if (known.frame_spread != 0) options.frames->spread = nanoseconds(known.frame_spread);
    options.frames->once = known.frames_once != 0;
    options.frames->keep_all = known.frames_keep_all != 0;
  }
  if (known.start_at < 0 || known.start_at_wall < 0 || (known.start_at != 0 && known.start_at_wall != 0))
    return unknown("start_at, start_at_wall; give one of them, not negative");
  if (known.start_at != 0) options.start_at = TimePoint(nanoseconds(known.start_at));
  if (known.start_at_wall != 0) {
    using Wall = std::chrono::system_clock;
    options.start_at =
        Wall::time_point(std::chrono::duration_cast<Wall::duration>(nanoseconds(known.start_at_wall)));
  }
  options.shares_service = known.shares_service != 0;
  options.underrun_probability = known.underrun_probability;
  options.preview = nanoseconds(known.preview);
  options.follow_source = known.follow_source != 0;
  if (known.dark_before_close != 0)
    options.dark_before_close = nanoseconds(known.dark_before_close == -1 ? 0 : known.dark_before_close);
  if (known.move_across == 0 && known.dwell_before == 0 && known.dwell_after == 0) return IDN_OK;
  // An invalid class is reported when all options are checked, by opening the device.
  options.moves = options.output.scanner_kpps > 0
                      ? stream::MoveTiming::for_scanners(options.output.scanner_kpps)
                      : stream::MoveTiming{};
  if (known.move_across != 0) options.moves->across = nanoseconds(known.move_across);
  if (known.dwell_before != 0) options.moves->dwell_before = nanoseconds(known.dwell_before);
  if (known.dwell_after != 0) options.moves->dwell_after = nanoseconds(known.dwell_after);
  return IDN_OK;
}

static_assert(static_cast<int>(client::SwitchAt::Now) == IDN_SWITCH_NOW);
static_assert(static_cast<int>(client::UnitEvent::Kind::Displaced) == IDN_UNIT_DISPLACED);
static_assert(static_cast<int>(client::UnitEvent::Kind::Ambiguous) == IDN_UNIT_AMBIGUOUS);

void call_on_unit(const idn_engine_t* engine, idn_unit_fn on_unit, void* user, const client::UnitEvent& found) {
  const InProgress call;
  if (!call) return;
  const InCallback inside(engine);
  idn_unit_event_t event{};
  event.struct_size = sizeof(event);
  event.kind = static_cast<std::uint32_t>(found.kind);
  event.last_seen = found.last_seen.time_since_epoch().count();
  event.dark = found.dark.count();
  copy_text(to_string(found.from), event.from);
  if (found.kind == client::UnitEvent::Kind::Displaced)
    copy_text(to_string(found.other), event.other);
  else
    copy_text(to_string(found.to), event.to);
  try {
    on_unit(user, &event);
  } catch (...) {  // thrown by a C++ program; there is no call that could return this error
    fail(IDN_ERR_CALLBACK, "on_unit threw an exception");
  }
}

int open(idn_engine_t& engine, const char* target, const idn_device_options_t* given, idn_device_t** out) {
  const auto known = read_options(given);
  if (!known) return IDN_ERR_STRUCT_SIZE;
  client::DeviceOptions options;
  if (const int wrong = read(*known, options); wrong != IDN_OK) return wrong;
  if (known->on_unit != nullptr)
    options.on_unit = [of = &engine, on_unit = known->on_unit, user = known->on_unit_user](const auto& event) {
      call_on_unit(of, on_unit, user, event);
    };
  auto device = engine.devices.open(target, options);
  if (!device) return fail(device.error());
  *out = Handles::all().add(
      std::make_unique<idn_device>(*std::move(device), client::max_frame_samples(options.format)));
  return IDN_OK;
}

std::size_t call_fill(const idn_device_t* device, idn_fill_fn fill, void* user,
                      const client::FillRequest& asked, std::span<LaserSample> room) {
  const InProgress call;
  if (!call) return 0;
  const InCallback inside(device);
  const idn_request_t request{.struct_size = sizeof(idn_request_t),
                              .rate = asked.rate.per_second,
                              .index = asked.index,
                              .sent_at = asked.sent_at.time_since_epoch().count(),
                              .shown_at = asked.shown_at.time_since_epoch().count()};
  const std::int64_t count = fill(user, &request, reinterpret_cast<idn_sample_t*>(room.data()), room.size());
  // Beyond the room there are no samples of the application; to clamp the count would hide its error.
  if (count < 0 || static_cast<std::uint64_t>(count) > room.size())
    throw std::out_of_range("returned " + std::to_string(count) + ", not 0 to " + std::to_string(room.size()));
  return static_cast<std::size_t>(count);
}

bool call_fill_picture(const idn_device_t* device, idn_fill_picture_fn fill, void* user,
                       std::vector<LaserSample>& picture) {
  const InProgress call;
  if (!call) return false;
  const InCallback inside(device);
  picture.resize(device->longest_picture);
  const std::int64_t count = fill(user, reinterpret_cast<idn_sample_t*>(picture.data()), picture.size());
  if (count > static_cast<std::int64_t>(picture.size()))
    throw std::out_of_range("returned " + std::to_string(count) + ", more than " +
                            std::to_string(picture.size()));
  picture.resize(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)));
  return count >= 0;
}

std::int64_t age_of(const std::optional<TimePoint>& time) {
  return time ? (io::monotonic_now() - *time).count() : -1;
}

idn_status_t status_of(const client::DeviceStatus& status) {
  idn_status_t out{};
  out.link = link_of(status.link);
  out.armed = status.armed ? 1 : 0;
  out.blackout = status.blackout ? 1 : 0;
  out.rate = status.rate.per_second;
  out.latency = status.latency.count();
  out.buffered = status.buffered.count();
  out.receiver_latency = status.receiver_latency.count();
  out.round_trip = status.round_trip.count();
  out.datagrams = status.datagrams;
  out.samples = status.samples;
  out.starved_samples = status.starved_samples;
  out.replaced_pictures = status.replaced_pictures;
  out.holds_expired = status.holds_expired;
  out.late_ticks = status.late_ticks;
  out.reanchors = status.reanchors;
  out.send_errors = status.send_errors;
  out.reconnects = status.reconnects;
  out.retargets = status.retargets;
  out.limited_picture = status.limited.picture;
  out.limited_speed = status.limited.speed;
  out.limited_acceleration = status.limited.acceleration;
  out.limited_zones = status.limited.zones;
  out.limited_allowed = status.limited.allowed;
  out.limited_brightness = status.limited.brightness;
  out.limited_dwell = status.limited.dwell;
  out.scanner_load = status.limited.scanner_load;
  out.discarded_samples = status.discarded_samples;
  out.moves = status.moves;
  out.faults = status.faults;
  out.bytes = status.bytes;
  out.frames = status.frames;
  out.socket_full = status.socket_full;
  out.acks_requested = status.acks_requested;
  out.acks_received = status.acks_received;
  out.worst_lateness = status.worst_lateness.count();
  out.refused_share = status.refusals.share();
  out.correction_ppm = status.correction_ppm;
  out.source_ppm = status.source_ppm;
  out.limits_tightened = status.limits_tightened ? 1 : 0;
  out.link_quality = status.last_answer.link_quality;
  out.answered_ago = age_of(status.answered_at);
  out.lit_ago = age_of(status.lit_at);
  copy_text(to_string(status.local), out.local);
  copy_text(to_string(status.receiver), out.receiver);
  copy_text(to_string(status.remote), out.remote);
  if (status.fault) {
    out.fault = code_of(status.fault->code);
    copy_text(status.fault->message(), out.fault_text);
  }
  return out;
}

std::int64_t read_sent(idn_device& from, std::span<LaserSample> room) {
  if (from.reading_sent.test_and_set()) return fail(IDN_ERR_BUSY, "another thread reads what was sent");
  const std::size_t count = from.device.read_sent(room);
  from.reading_sent.clear();
  return static_cast<std::int64_t>(count);
}

int close(idn_device_t* device, Duration play_out) {
  if (InCallback::is_of(device)) return fail(IDN_ERR_IN_CALLBACK, "idn_device_close from within its fill");
  const int result = result_of(device->device.close(play_out));
  if (result != IDN_ERR_IN_CALLBACK) Handles::all().remove(device);
  return result;
}

/// Calls `body` with the device of a handle; IDN_ERR_ARGUMENT for NULL.
template <class Body>
int with(idn_device_t* device, Body&& body) noexcept {
  if (device == nullptr) return null_argument();
  return guarded([&]() -> int {
    if constexpr (std::is_void_v<decltype(body(device->device))>) {
      body(device->device);
      return IDN_OK;
    } else {
      return result_of(body(device->device));
    }
  });
}

}  // namespace
}  // namespace idn::c

using namespace idn::c;
using idn::client::Device;

int idn_device_open(idn_engine_t* engine, const char* target, const idn_device_options_t* options,
                    idn_device_t** device) {
  if (device != nullptr) *device = nullptr;
  if (engine == nullptr || target == nullptr || device == nullptr) return null_argument();
  return guarded([&] { return open(*engine, target, options, device); });
}

int idn_device_arm(idn_device_t* device, int armed) {
  return with(device, [&](Device& to) { to.arm(armed != 0); });
}

int idn_device_blackout(idn_device_t* device, int dark) {
  return with(device, [&](Device& to) { to.blackout(dark != 0); });
}

int idn_device_set_brightness(idn_device_t* device, double share) {
  return with(device, [&](Device& to) { to.set_brightness(share); });
}

int idn_device_set_output(idn_device_t* device, const idn_output_options_t* output) {
  if (device == nullptr || output == nullptr) return null_argument();
  return guarded([&]() -> int {
    idn::output::OutputOptions wanted;
    if (const int wrong = read_output(output, wanted); wrong != IDN_OK) return wrong;
    return result_of(device->device.set_output(wanted));
  });
}

int idn_device_abort(idn_device_t* device) {
  return with(device, [](Device& to) { to.abort(); });
}

int idn_device_show(idn_device_t* device, const idn_sample_t* picture, std::size_t count) {
  if (picture == nullptr && count > 0) return null_argument();
  return with(device, [&](Device& to) { return to.show(samples_at(picture, count)); });
}

int idn_device_keep(idn_device_t* device, std::int64_t duration) {
  if (duration < 0) return fail(IDN_ERR_ARGUMENT, "duration is negative");
  return with(device, [&](Device& to) { to.keep(nanoseconds(duration)); });
}

int idn_device_write(idn_device_t* device, const idn_sample_t* samples, std::size_t count,
                     std::int64_t timeout) {
  if (samples == nullptr && count > 0) return null_argument();
  if (timeout < 0) return fail(IDN_ERR_ARGUMENT, "timeout is negative");
  return with(device, [&](Device& to) { return to.write(samples_at(samples, count), nanoseconds(timeout)); });
}

std::int64_t idn_device_write_some(idn_device_t* device, const idn_sample_t* samples, std::size_t count,
                                   std::int64_t timeout) {
  if (device == nullptr || (samples == nullptr && count > 0)) return null_argument();
  if (timeout < 0) return fail(IDN_ERR_ARGUMENT, "timeout is negative");
  return guarded<std::int64_t>([&]() -> std::int64_t {
    const auto taken = device->device.write_some(samples_at(samples, count), nanoseconds(timeout));
    return taken ? static_cast<std::int64_t>(*taken) : fail(taken.error());
  });
}

std::int64_t idn_device_writable(idn_device_t* device) {
  if (device == nullptr) return null_argument();
  return guarded<std::int64_t>([&] { return static_cast<std::int64_t>(device->device.writable()); });
}

int idn_device_fill(idn_device_t* device, idn_fill_fn fill, void* user) {
  if (fill == nullptr) return null_argument();
  return with(device, [&](Device& to) {
    return to.fill([=](const idn::client::FillRequest& request, std::span<idn::LaserSample> room) {
      return call_fill(device, fill, user, request, room);
    });
  });
}

int idn_device_fill_pictures(idn_device_t* device, idn_fill_picture_fn fill, void* user) {
  if (fill == nullptr) return null_argument();
  return with(device, [&](Device& to) {
    return to.fill_pictures(
        [=](std::vector<idn::LaserSample>& picture) { return call_fill_picture(device, fill, user, picture); });
  });
}

int idn_device_play_shared(idn_device_t* device, const char* name) {
  if (name == nullptr) return null_argument();
  return with(device, [&](Device& to) { return to.play_shared(name); });
}

int idn_device_stop(idn_device_t* device) {
  return with(device, [](Device& to) { return to.stop(); });
}

int idn_device_set_rate(idn_device_t* device, std::uint32_t rate) {
  return with(device, [&](Device& to) { return to.set_rate(rate); });
}

int idn_device_retarget(idn_device_t* device, const char* target) {
  if (target == nullptr) return null_argument();
  return with(device, [&](Device& to) { return to.retarget(target); });
}

int idn_device_finish(idn_device_t* device) {
  return with(device, [](Device& to) { to.finish(); });
}

int idn_device_end(idn_device_t* device) {
  return with(device, [](Device& to) { to.end(); });
}

int idn_device_status(idn_device_t* device, idn_status_t* status) {
  if (device == nullptr || status == nullptr) return null_argument();
  return guarded([&] { return write_struct(status_of(device->device.status()), status); });
}

std::int64_t idn_device_read_sent(idn_device_t* device, idn_sample_t* room, std::size_t capacity) {
  if (device == nullptr || (room == nullptr && capacity > 0)) return null_argument();
  return guarded<std::int64_t>(
      [&] { return read_sent(*device, {reinterpret_cast<idn::LaserSample*>(room), capacity}); });
}

int idn_device_close(idn_device_t* device, std::int64_t play_out) {
  if (play_out < 0) return fail(IDN_ERR_ARGUMENT, "play_out is negative");
  return guarded(
      [&] { return device == nullptr ? static_cast<int>(IDN_OK) : close(device, nanoseconds(play_out)); });
}
