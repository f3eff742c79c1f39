// SPDX-License-Identifier: MIT
#include <nanobind/stl/string.h>

#include <algorithm>

#include "bind.hpp"
#include "callback.hpp"
#include "device_object.hpp"
#include "samples.hpp"
#include "seconds.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace idn::python {
namespace {

/// Ctrl-C is heard as often.
constexpr Duration kLongestWait = std::chrono::milliseconds(100);

void check_signals() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace

DeviceObject::~DeviceObject() {
  const nb::gil_scoped_release release;
  device_.reset();
  engine_.reset();
}

void DeviceObject::blackout(bool dark) {
  const nb::gil_scoped_release release;
  device_->blackout(dark);
}

void DeviceObject::abort() {
  const nb::gil_scoped_release release;
  device_->abort();
}

void DeviceObject::show(nb::handle picture) {
  const SampleView samples(picture);
  check(device_->show(samples.get()));
}

void DeviceObject::keep(double duration) {
  device_->keep(from_seconds(duration, "duration"));
}

/// In pieces of time, between which another thread may have become the owner.
std::size_t DeviceObject::write(nb::handle samples, double timeout) {
  Duration left = from_seconds(timeout, "timeout");
  const SampleView view(samples);
  std::size_t taken = 0;
  for (;;) {
    const Duration wait = std::min(left, kLongestWait);
    client::Expected<std::size_t> more;
    {
      const nb::gil_scoped_release release;
      more = device_->write(view.get().subspan(taken), wait);
    }
    if (!more && taken > 0) return taken;
    taken += value_of(std::move(more));
    left -= wait;
    if (taken == view.get().size() || left <= Duration{0}) return taken;
    check_signals();
  }
}

void DeviceObject::fill(nb::object callback) {
  if (!PyCallable_Check(callback.ptr())) throw nb::type_error("callback: not callable");
  const auto shared = std::make_shared<FillCallback>(std::move(callback));
  client::Expected<void> filled;
  {
    const nb::gil_scoped_release release;  // whoever filled before may wait for it
    filled = device_->fill([shared](const client::FillRequest& request, std::span<LaserSample> room) {
      return shared->call(request, room);
    });
  }
  check(filled);
}

void DeviceObject::stop() {
  client::Expected<void> stopped;
  {
    const nb::gil_scoped_release release;
    stopped = device_->stop();
  }
  check(stopped);
}

void DeviceObject::retarget(const std::string& target) {
  client::Expected<void> moved;
  {
    const nb::gil_scoped_release release;
    moved = device_->retarget(target);
  }
  check(moved);
}

void DeviceObject::play_out(double most) {
  const Duration play_out = from_seconds(most, "play_out");
  client::Expected<void> closed;
  {
    const nb::gil_scoped_release release;
    closed = device_->close(play_out);
  }
  check(closed);
}

void bind_device(nb::module_& module) {
  nb::class_<CallbackRequest>(module, "Request", "What the callback of Device.fill() is asked for.")
      .def_prop_ro(
          "index", [](const CallbackRequest& r) { return r.request.index; },
          "Of the first sample, from 0 upwards since fill() was called.")
      .def_prop_ro(
          "rate", [](const CallbackRequest& r) { return r.request.rate.per_second; }, "Samples per second.")
      .def_prop_ro(
          "sent_at", [](const CallbackRequest& r) { return to_seconds(r.request.sent_at); },
          "When that sample is to leave, in seconds by time.monotonic().")
      .def_ro("count", &CallbackRequest::count, "How many samples there is room for.");

  nb::class_<DeviceObject>(module, "Device",
                           R"(One projector: a stream to one service of one unit, by Devices.open().

Dark until armed. Three ways to bring content, one at a time: show() pictures, write() samples, or
let fill() ask for them. The first call owns the device until stop(), or until nothing came for the
hold time; others raise Fault "busy".

Samples are arrays of sample_dtype, shape (n,), which are taken without conversion; or anything else
that as_samples() takes: shape (n, 5) with the columns x, y, r, g, b, or a mapping of columns.

Any thread may call. By `with` it is dark and closed at the end, at once; close(play_out) first
plays what waits. An interpreter that exits closes what is open; one that is killed leaves it to the
receiver's link time-out.)")
      .def(
          "arm", &DeviceObject::arm, "armed"_a = true,
          R"(False: dark with the next datagram, while content goes on in the dark. True: what comes from then on is lit.)")
      .def("blackout", &DeviceObject::blackout, "dark"_a = true,
           R"(True: dark with the next datagram, and what waits is discarded. Content goes on in the dark; a
picture that was shown is there again with False.)")
      .def("abort", &DeviceObject::abort, "The receiver is told to drop what it has buffered.")
      .def(
          "show", &DeviceObject::show, "picture"_a,
          nb::sig("def show(self, picture: idn._samples.Samples) -> None"),
          R"(A picture, shape (n,), drawn again and again, with a blanked move between, until the next one takes
over or the hold time ends. The newest wins. No samples: dark. Never waits.)")
      .def("keep", &DeviceObject::keep, "duration"_a,
           "The picture stays for up to `duration` seconds from now, whatever the hold time.")
      .def("write", &DeviceObject::write, "samples"_a, "timeout"_a = 0.0,
           nb::sig("def write(self, samples: idn._samples.Samples, timeout: float = 0.0) -> int"),
           R"(Samples, shape (n,), to be played one after the other.

Waits until all have found room, for `timeout` seconds at most. Returns how many were taken, from
the front.)")
      .def_prop_ro("writable", &DeviceObject::writable, "Samples that write() would take at once.")
      .def("fill", &DeviceObject::fill, "callback"_a,
           nb::sig("def fill(self, callback: collections.abc.Callable[[Request], "
                   "idn._samples.Samples | None]) -> None"),
           R"(Calls `callback(request)` on a thread of the device, ahead of the wire by the latency.

It returns up to request.count samples; what it does not bring in time is dark. None or no samples
end it. What it raises ends it as well, dark: status().fault has it, sys.unraisablehook the traceback.)")
      .def("stop", &DeviceObject::stop,
           "What was written or shown is over: dark with the next datagram. Ends fill, and waits for its last "
           "call.")
      .def("set_rate", &DeviceObject::set_rate, "rate"_a,
           R"(From the next sample on that write() or fill() brings, or from the next pass of a picture.

rate: 1 to 1000000 samples per second.)")
      .def(
          "retarget", &DeviceObject::retarget, "target"_a,
          R"(To another receiver, named as for Devices.open(), while playing: the old one gets dark and close.)")
      .def("status", &DeviceObject::status)
      .def_prop_ro("target", &DeviceObject::target, "As it was opened, or retargeted.")
      .def(
          "close", &DeviceObject::play_out, "play_out"_a = 0.0,
          R"(Plays out what was written, for `play_out` seconds at most; then dark, channel close, session close.
Waits for that.)")
      .def(
          "__enter__", [](nb::object self) { return self; }, nb::sig("def __enter__(self) -> Device"))
      .def(
          "__exit__", [](DeviceObject& self, const nb::args&) { self.close(); },
          nb::sig("def __exit__(self, *exception: object) -> None"));
}

}  // namespace idn::python
