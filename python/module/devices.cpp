// SPDX-License-Identifier: MIT
#include "idn/client/devices.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <map>

#include "bind.hpp"
#include "callback.hpp"
#include "device_object.hpp"
#include "idn/output/output_limits.hpp"
#include "idn/wire/sample_codec.hpp"
#include "seconds.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace idn::python {
namespace {

using client::DeviceInfo;
using client::DeviceOptions;
using client::StartTime;

/// idn.Devices
class DevicesObject final : public Closable {
 public:
  explicit DevicesObject(EngineObject* engine) : owns_engine_(engine == nullptr) {
    engine_ = engine != nullptr ? engine->engine() : std::make_shared<SharedEngine>(client::EngineOptions{});
    Result<client::Devices> devices = tl::unexpected(Error{});
    {
      const nb::gil_scoped_release release;
      devices = engine_->with([](client::Engine& running) { return client::Devices(running); });
    }
    devices_ = std::make_shared<client::Devices>(value_of(std::move(devices)));
  }
  ~DevicesObject() override {
    const nb::gil_scoped_release release;
    devices_.reset();
    engine_.reset();
  }

  std::vector<DeviceInfo> list() const {
    const auto devices = get();
    const nb::gil_scoped_release release;
    return devices->list();
  }

  void search_now() const { get()->search_now(); }

  nb::object open(const std::string& target, const DeviceOptions& options) const {
    const auto devices = get();
    Result<client::Device> device = tl::unexpected(Error{});
    {
      const nb::gil_scoped_release release;
      device = devices->open(target, options);
    }
    return nb::cast(new DeviceObject(engine_, value_of(std::move(device)), options),
                    nb::rv_policy::take_ownership);
  }

  bool is_open() const noexcept { return devices_ != nullptr; }

  void close() override {
    Result<void> closed;
    {
      auto devices = std::move(devices_);
      const nb::gil_scoped_release release;
      devices.reset();
      if (owns_engine_) closed = engine_->close();
    }
    check(closed);
  }
  nb::object self() override { return nb::find(this); }

 private:
  std::shared_ptr<client::Devices> get() const {
    if (!devices_) raise({Errc::Closed, "these devices are closed", "make others"});
    return devices_;
  }

  bool owns_engine_;
  std::shared_ptr<SharedEngine> engine_;
  std::shared_ptr<client::Devices> devices_;
};

client::SwitchAt switch_at_of(const std::string& word) {
  if (word == "end-of-pass") return client::SwitchAt::EndOfPass;
  if (word == "now") return client::SwitchAt::Now;
  raise({Errc::BadOption, "switch_at \"" + word + "\"", "give end-of-pass or now"});
}

wire::SampleFormat format_of(const std::string& name) {
  const auto format = wire::sample_format_from(name);
  if (!format)
    raise({Errc::BadOption, "format \"" + name + "\"", "give xyrgb, xyrgbi, xyrgb16, isp-db25 or extended"});
  return *format;
}

/// The colour shift may be negative, which from_seconds() refuses.
Duration colour_shift_of(double seconds) {
  const Duration size = from_seconds(std::abs(seconds), "colour_shift");
  return seconds < 0 ? -size : size;
}

output::Brightness balance_of(const std::vector<double>& factors) {
  if (factors.size() != 3 && factors.size() != 6)
    raise({Errc::BadOption, "balance", "give a factor for red, green and blue, or for all six colours"});
  output::Brightness balance{.red = factors[0], .green = factors[1], .blue = factors[2]};
  if (factors.size() == 6) {
    balance.deep_blue = factors[3];
    balance.yellow = factors[4];
    balance.cyan = factors[5];
  }
  return balance;
}

output::Keystone keystone_of(const std::vector<std::vector<double>>& corners) {
  const bool has_four = corners.size() == 4 &&
                        std::ranges::all_of(corners, [](const auto& corner) { return corner.size() == 2; });
  if (!has_four)
    raise({Errc::BadOption, "keystone", "give (x, y) of bottom left, bottom right, top right and top left"});
  const auto corner = [&](std::size_t i) { return output::Keystone::Corner{corners[i][0], corners[i][1]}; };
  return {corner(0), corner(1), corner(2), corner(3)};
}

output::OutputLimits limits_of(const std::string& text) {
  auto limits = output::parse_limits(text, "limits");
  if (!limits) raise({Errc::BadOption, limits.error().message(), ""});
  return *std::move(limits);
}

StartTime wall_time_of(double seconds) {
  using Wall = std::chrono::system_clock;
  return Wall::time_point(std::chrono::duration_cast<Wall::duration>(from_seconds(seconds, "start_at_wall")));
}

using Setter = void (*)(DeviceOptions& options, nb::handle value);

template <auto member>
void set(DeviceOptions& options, nb::handle value) {
  auto& field = options.*member;
  field = nb::cast<std::remove_reference_t<decltype(field)>>(value);
}

template <auto member>
void set_time(DeviceOptions& options, nb::handle value) {
  options.*member = from_seconds(nb::cast<double>(value), "time");
}

/// Of blanked moves; the others are for scanners of 30 kpps then.
template <auto member>
void set_move(DeviceOptions& options, nb::handle value) {
  if (!options.moves) options.moves.emplace();
  (*options.moves).*member = from_seconds(nb::cast<double>(value), "time");
}

client::FrameOptions& frames_of(DeviceOptions& options) {
  return options.frames ? *options.frames : options.frames.emplace();
}

template <auto member>
void set_orientation(DeviceOptions& options, nb::handle value) {
  auto& field = options.output.orientation.*member;
  field = nb::cast<std::remove_reference_t<decltype(field)>>(value);
}

std::string text(nb::handle value) {
  return nb::cast<std::string>(value);
}

/// The keyword arguments of open().
const std::map<std::string, Setter>& setters() {
  using O = DeviceOptions;
  using R = output::Orientation;
  using V = nb::handle;
  static const std::map<std::string, Setter> all{
      {"rate", &set<&O::rate>},
      {"latency", [](O& o, V v) { o.latency = from_seconds(nb::cast<double>(v), "latency"); }},
      {"hold", [](O& o, V v) { o.hold = from_seconds(nb::cast<double>(v), "hold"); }},
      {"switch_at", [](O& o, V v) { o.switch_at = switch_at_of(text(v)); }},
      {"format", [](O& o, V v) { o.format = format_of(text(v)); }},
      {"datagram_time",
       [](O& o, V v) { o.datagrams.time = from_seconds(nb::cast<double>(v), "datagram_time"); }},
      {"max_datagram", [](O& o, V v) { o.datagrams.octets = nb::cast<std::size_t>(v); }},
      {"client_group", &set<&O::client_group>},
      {"dscp", [](O& o, V v) { o.datagrams.dscp = nb::cast<std::uint8_t>(v); }},
      {"underrun_probability", &set<&O::underrun_probability>},
      {"start_at", [](O& o, V v) { o.start_at = TimePoint(from_seconds(nb::cast<double>(v), "start_at")); }},
      {"start_at_wall", [](O& o, V v) { o.start_at = wall_time_of(nb::cast<double>(v)); }},
      {"shares_service", &set<&O::shares_service>},
      {"dark_before_close", &set_time<&O::dark_before_close>},
      {"move_across", &set_move<&stream::MoveTiming::across>},
      {"dwell_before", &set_move<&stream::MoveTiming::dwell_before>},
      {"dwell_after", &set_move<&stream::MoveTiming::dwell_after>},
      {"frames",
       [](O& o, V v) {
         if (nb::cast<bool>(v)) frames_of(o);
       }},
      {"frame_period",
       [](O& o, V v) { frames_of(o).period = from_seconds(nb::cast<double>(v), "frame_period"); }},
      {"frame_spread",
       [](O& o, V v) { frames_of(o).spread = from_seconds(nb::cast<double>(v), "frame_spread"); }},
      {"frames_once", [](O& o, V v) { frames_of(o).once = nb::cast<bool>(v); }},
      {"frames_keep_all", [](O& o, V v) { frames_of(o).keep_all = nb::cast<bool>(v); }},
      {"follow_clock", &set<&O::follow_clock>},
      {"follow_source", &set<&O::follow_source>},
      {"rearm", &set<&O::rearm>},
      {"preview", [](O& o, V v) { o.preview = from_seconds(nb::cast<double>(v), "preview"); }},
      {"abort_on_blackout", &set<&O::abort_on_blackout>},
      {"mirror_x", &set_orientation<&R::mirror_x>},
      {"mirror_y", &set_orientation<&R::mirror_y>},
      {"rotate_degrees", &set_orientation<&R::rotate_degrees>},
      {"scale", &set_orientation<&R::scale>},
      {"offset_x", &set_orientation<&R::offset_x>},
      {"offset_y", &set_orientation<&R::offset_y>},
      {"keystone",
       [](O& o, V v) {
         o.output.orientation.keystone = keystone_of(nb::cast<std::vector<std::vector<double>>>(v));
       }},
      {"balance", [](O& o, V v) { o.output.balance = balance_of(nb::cast<std::vector<double>>(v)); }},
      {"colour_shift", [](O& o, V v) { o.output.colour_shift = colour_shift_of(nb::cast<double>(v)); }},
      {"limits", [](O& o, V v) { o.output.limits = limits_of(text(v)); }},
      {"on_unit",
       [](O& o, V v) {
         if (v.is_none()) return;
         o.on_unit = CallOnUnit{shared_callback(nb::borrow(v))};
       }},
      {"scanner_kpps", [](O& o, V v) { o.output.scanner_kpps = nb::cast<double>(v); }},
  };
  return all;
}

/// @param of the function, for messages
void read(const nb::kwargs& given, const std::string& of, bool (*takes)(std::string_view name),
          DeviceOptions& options) {
  for (const auto& [key, value] : given) {
    const std::string name = text(key);
    const auto setter = setters().find(name);
    if (setter == setters().end() || !takes(name))
      throw nb::type_error((of + "() has no argument " + name).c_str());
    try {
      setter->second(options, value);
    } catch (const nb::cast_error&) {
      throw nb::type_error((name + ": help(idn.Devices.open) says what it takes").c_str());
    }
  }
}

DeviceOptions options_of(const nb::kwargs& given) {
  DeviceOptions options;
  read(given, "open", [](std::string_view) { return true; }, options);
  return options;
}

std::string info_text(const DeviceInfo& info) {
  return "<idn.DeviceInfo " + info.target + ": " + info.unit_name + ", " + info.service_name + " at " +
         to_string(info.address) + ">";
}

void bind_info(nb::module_& module) {
  nb::class_<DeviceInfo>(module, "DeviceInfo", "A projector that was found: one service of one unit.")
      .def_ro("target", &DeviceInfo::target,
              "Name for Devices.open(), the same at every address of the unit: \"01-123456789ABC/1\".")
      .def_ro("unit_name", &DeviceInfo::unit_name, "As the unit reports it: untrusted, and not unique.")
      .def_ro("service_name", &DeviceInfo::service_name, "As the unit reports it, too.")
      .def_prop_ro(
          "address", [](const DeviceInfo& info) { return to_string(info.address); }, "\"10.0.0.11:7255\"")
      .def_ro("is_default", &DeviceInfo::is_default, "The service that the unit uses if a client names none.")
      .def_ro("shares_id", &DeviceInfo::shares_id,
              "Units of other names have its ID: a conflict that their owner has to end.")
      .def("__repr__", &info_text);
}

}  // namespace

output::OutputOptions changed_output(const output::OutputOptions& from, const nb::kwargs& changes) {
  static constexpr auto kNames =
      std::to_array<std::string_view>({"mirror_x", "mirror_y", "rotate_degrees", "scale", "offset_x",
                                       "offset_y", "keystone", "balance", "limits"});
  DeviceOptions options{.output = from};
  read(
      changes, "set_output", [](std::string_view name) { return std::ranges::count(kNames, name) > 0; },
      options);
  return options.output;
}

void bind_devices(nb::module_& module) {
  bind_info(module);
  nb::class_<DevicesObject>(
      module, "Devices",
      R"(Finds the projectors of the network by a search in the background, and opens them.

Use it in a `with` statement, or call close().)")
      .def(nb::init<EngineObject*>(), "engine"_a.none() = nb::none(),
           nb::sig("def __init__(self, engine: Engine | None = None) -> None"),
           R"(Starts the search, unless the engine is manual. Without an engine it creates one of its own.)")
      .def("__repr__",
           [](const DevicesObject& self) { return self.is_open() ? "<idn.Devices>" : "<idn.Devices, closed>"; })
      .def("list", &DevicesObject::list, nb::sig("def list(self) -> collections.abc.Sequence[DeviceInfo]"),
           "Those that the last search has found. Waits for the end of the first search, a second at most.")
      .def(
          "search_now", &DevicesObject::search_now,
          R"(A search begins, at the end of one in progress, instead of up to 3 s later: for a user who has just switched
a projector on. list() and open() wait for its end, a second at most.)")
      .def(
          "open",
          [](const DevicesObject& self, const std::string& target, const nb::kwargs& options) {
            return self.open(target, options_of(options));
          },
          "target"_a, "options"_a,
          nb::sig(
              "def open(self, target: str, *, rate: int = 30000, latency: float = 0.04, hold: float = 0.1, "
              "switch_at: typing.Literal['end-of-pass', 'now'] = 'end-of-pass', format: "
              "typing.Literal['xyrgb', 'xyrgbi', 'xyrgb16', 'isp-db25', 'extended'] = 'xyrgbi', "
              "datagram_time: float = 0.001, max_datagram: int = 1454, client_group: int = 0, dscp: int = 0, "
              "follow_clock: bool = False, "
              "follow_source: bool = False, preview: float = 0.0, rearm: bool = False, abort_on_blackout: bool "
              "= False, mirror_x: bool = False, mirror_y: bool = "
              "False, rotate_degrees: float = 0.0, scale: float = 1.0, offset_x: float = 0.0, offset_y: "
              "float = 0.0, keystone: collections.abc.Sequence[collections.abc.Sequence[float]] = ..., "
              "balance: collections.abc.Sequence[float] = (1.0, 1.0, 1.0), colour_shift: "
              "float = 0.0, limits: str = '', scanner_kpps: float = 0.0, underrun_probability: float = 0.0, "
              "start_at: float = ..., start_at_wall: float = ..., "
              "shares_service: bool = False, dark_before_close: float = 0.2, move_across: float = 0.001, "
              "dwell_before: float = 0.0001, dwell_after: float = 0.0004, frames: bool = False, frame_period: "
              "float = 0.04, frame_spread: float = 0.02, frames_once: bool = False, frames_keep_all: bool = "
              "False, on_unit: collections.abc.Callable[[UnitEvent], object] | None = None) -> Device"),
          R"(Opens one projector. Times are in seconds. May block while a name is looked up.

target: a unit ID, a unit's or service's name, or a host: "01-123456789ABC/1", "Left", "10.0.0.11",
    "host:port/service". A unit given by ID or name is followed to a new address.
rate: 1 to 1000000 samples per second.
latency: length of the queue between write() or fill() and the socket, 0.001 to 2.
hold: after this long without a call the device is dark; at least 0.001.
switch_at: a new picture begins at the "end-of-pass" of the one before, or "now" after a blanked move.
format: of the samples on the wire; every known receiver shows "xyrgbi" right (16-bit positions, 8-bit
    colours and intensity).
datagram_time: display time of a datagram, 0.0002 to 0.1.
max_datagram: octets of UDP payload.
client_group: 0 to 15.
dscp: the mark of the datagrams for switches, routers and access points, 0 to 63: 46 is EF; without effect on Windows.
follow_clock: adjusts the sample rate to the clock of the receiver.
follow_source: for write() by a program that is paced by another clock than this machine's, such as that of a
    sound card, up to 1000 ppm apart: samples last as long as the program takes for them, so that the queue stays
    half full. Playing begins when it is half full, also after it ran dry. Not with underrun_probability.
preview: how much of what is sent waits for read_sent(), up to 2 at this rate. 0: nothing.
rearm: stays armed when its unit moves to another address.
abort_on_blackout: blackout() also makes the receiver drop what it has buffered.
mirror_x, mirror_y, rotate_degrees, scale, offset_x, offset_y: transform from the picture of the
    application to that of the projector, in this order; rotated counterclockwise. Samples that end up
    outside are dark.
keystone: where the corners of the picture are shown then: (x, y) of the bottom left, bottom right, top right
    and top left one, ((-1, -1), (1, -1), (1, 1), (-1, 1)) without a change.
balance: factors from 0 to 1 of red, green and blue, or also of deep blue, yellow and cyan.
colour_shift: positive: delays the colours, negative: the positions; up to 0.002.
limits: of speed, size, zones, brightness and dwell, as the text of a TOML file (docs/output.md). They
    are applied in addition to those of the administrator's file, which cannot be loosened.
scanner_kpps: class of the scanners, by which status().limited estimates their load; 0: no estimate.
underrun_probability: adapts the length of the queue to the lateness of the application, so that at most
    this share of datagrams underruns, 1e-6 to 0.1; latency is then the maximum. 0: always latency.
start_at: an instant of time.monotonic(). Nothing is sent before; the first sample of content leaves in the
    datagram that is due then. Devices with the same instant start together. The hold time counts from then on.
    Without it, or if it has passed: when the device is opened.
start_at_wall: likewise, an instant of time.time(), for a start at one moment on several machines.
shares_service: several devices of the engine may play to one service.
dark_before_close: dark for this long, or for the latency that the receiver reports if that is longer, before
    the channel is closed in good order; 0 to 5.
move_across, dwell_before, dwell_after: of blanked moves between pictures: by the full width, dark rest at
    their start and end; up to 0.03. Without any: what scanners of the class scanner_kpps need.
frames: pictures are sent as IDN frames, which the receiver redraws until the next one comes; no write() and
    fill() then. So are they with any of: frame_period, the minimum time between two, 0.001 to 10;
    frame_spread, the time over which the longest is sent, up to 5; frames_once, the receiver draws each one
    time only; frames_keep_all, all are sent in order, from fill_pictures().
on_unit: called with a UnitEvent, on a thread of the engine, when the unit of the device has moved or was
    displaced; for targets that are followed. Within it close() and stop() raise Fault.)")
      .def("close", &DevicesObject::close,
           "Ends the search and, if it was created by this object, the engine with its devices.")
      .def(
          "__enter__", [](nb::object self) { return self; }, nb::sig("def __enter__(self) -> Devices"))
      .def(
          "__exit__", [](DevicesObject& self, const nb::args&) { self.close(); },
          nb::sig("def __exit__(self, *exception: object) -> None"));
}

}  // namespace idn::python
