// SPDX-License-Identifier: MIT
#include <nanobind/stl/string.h>

#include <algorithm>
#include <future>

#include "bind.hpp"
#include "callback.hpp"
#include "device_object.hpp"
#include "idn/picture/drawing.hpp"
#include "samples.hpp"
#include "seconds.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace idn::python {
namespace {

/// Interval at which write() and close() check for Ctrl-C.
constexpr Duration kLongestWait = std::chrono::milliseconds(100);

void check_signals() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

/// Only there Python runs the handlers of signals.
bool is_main_thread() {
  const nb::module_ threading = nb::module_::import_("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
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

void DeviceObject::set_brightness(double share) {
  const nb::gil_scoped_release release;
  device_->set_brightness(share);
}

void DeviceObject::set_output(const nb::kwargs& changes) {
  const output::OutputOptions wanted = changed_output(output_, changes);
  Result<void> changed;
  {
    const nb::gil_scoped_release release;
    changed = device_->set_output(wanted);
  }
  check(changed);
  output_ = wanted;
}

void DeviceObject::abort() {
  const nb::gil_scoped_release release;
  device_->abort();
}

double DeviceObject::show(nb::handle picture, double frame_time) {
  const Duration frame = from_seconds(frame_time, "frame_time");
  if (nb::isinstance<picture::Drawing>(picture)) {
    const auto own = nb::cast<picture::Drawing>(picture);  // a copy, since another thread may draw meanwhile
    Result<Duration> over;
    {
      const nb::gil_scoped_release release;
      over = device_->show(own, frame);
    }
    return in_seconds(value_of(std::move(over)));
  }
  if (frame != Duration{0}) throw nb::type_error("show: frame_time is for drawings; samples have a length");
  const SampleView samples(picture);
  check(device_->show(samples.get()));
  return 0;
}

void DeviceObject::keep(double duration) {
  device_->keep(from_seconds(duration, "duration"));
}

void DeviceObject::write(nb::handle samples, double timeout) {
  const std::size_t asked = SampleView(samples).get().size();
  const std::size_t taken = write_some(samples, timeout);
  if (taken < asked)
    raise({Errc::Full,
           std::to_string(taken) + " of " + std::to_string(asked) + " samples queued, no room for more",
           "wait longer, or write fewer at a time"});
}

/// Waits in intervals of kLongestWait. In between the device may be closed, or get busy by a call of another
/// thread: then the number of samples queued so far is returned instead of a fault.
std::size_t DeviceObject::write_some(nb::handle samples, double timeout) {
  Duration left = from_seconds(timeout, "timeout");
  const SampleView view(samples);
  std::size_t taken = 0;
  for (;;) {
    const Duration wait = std::min(left, kLongestWait);
    Result<std::size_t> more;
    {
      const nb::gil_scoped_release release;
      more = device_->write_some(view.get().subspan(taken), wait);
    }
    if (!more && taken > 0) return taken;
    taken += value_of(std::move(more));
    left -= wait;
    if (taken == view.get().size() || left <= Duration{0}) return taken;
    check_signals();
  }
}

void DeviceObject::fill_pictures(nb::object callback) {
  const auto shared = shared_callback(std::move(callback));
  Result<void> filled;
  {
    const nb::gil_scoped_release release;
    filled =
        device_->fill_pictures([shared](std::vector<LaserSample>& picture) { return shared->call(picture); });
  }
  check(filled);
}

void DeviceObject::fill(nb::object callback) {
  const auto shared = shared_callback(std::move(callback));
  Result<void> filled;
  {
    const nb::gil_scoped_release release;  // the callback of a former fill may be waiting for the GIL
    filled = device_->fill([shared](const client::FillRequest& request, std::span<LaserSample> room) {
      return shared->call(request, room);
    });
  }
  check(filled);
}

void DeviceObject::play_shared(const std::string& name) {
  Result<void> played;
  {
    const nb::gil_scoped_release release;
    played = device_->play_shared(name);
  }
  check(played);
}

void DeviceObject::stop() {
  Result<void> stopped;
  {
    const nb::gil_scoped_release release;
    stopped = device_->stop();
  }
  check(stopped);
}

void DeviceObject::finish() {
  const nb::gil_scoped_release release;
  device_->finish();
}

void DeviceObject::end() {
  const nb::gil_scoped_release release;
  device_->end();
}

void DeviceObject::retarget(const std::string& target) {
  Result<void> moved;
  {
    const nb::gil_scoped_release release;
    moved = device_->retarget(target);
  }
  check(moved);
}

/// With the GIL, since one thread at a time may read.
nb::object DeviceObject::read_sent() {
  const std::size_t count = device_->read_sent(sent_);
  return to_array({sent_.begin(), sent_.begin() + static_cast<std::ptrdiff_t>(count)});
}

void DeviceObject::play_out(double timeout) {
  const Duration longest = from_seconds(timeout, "play_out");
  Result<void> closed;
  bool is_interrupted = false;
  if (longest <= kLongestWait || engine_->is_manual() || !is_main_thread()) {
    const nb::gil_scoped_release release;
    closed = device_->close(longest);
  } else {
    closed = close_by_thread(longest, is_interrupted);
  }
  if (is_interrupted) throw nb::python_error();
  check(closed);
  if (on_unit_) on_unit_->release();
}

/// While another thread waits for the end, this one checks for Ctrl-C, at which the device is dark and closed
/// at once.
Result<void> DeviceObject::close_by_thread(Duration longest, bool& is_interrupted) {
  const nb::gil_scoped_release release;
  auto closing = std::async(std::launch::async, [&] { return device_->close(longest); });
  while (closing.wait_for(kLongestWait) != std::future_status::ready) {
    if (is_interrupted) continue;
    const nb::gil_scoped_acquire acquire;
    is_interrupted = PyErr_CheckSignals() != 0;
    if (is_interrupted) device_->end();
  }
  return closing.get();
}

void bind_device(nb::module_& module) {
  nb::class_<CallbackRequest>(module, "Request", "Argument of the callback of Device.fill().")
      .def_prop_ro(
          "index", [](const CallbackRequest& r) { return r.request.index; },
          "Index of the first sample; counts samples since fill() was called.")
      .def_prop_ro(
          "rate", [](const CallbackRequest& r) { return r.request.rate.per_second; }, "Samples per second.")
      .def_prop_ro(
          "sent_at", [](const CallbackRequest& r) { return to_seconds(r.request.sent_at); },
          "Estimated departure time of the first sample, in seconds of time.monotonic().")
      .def_prop_ro(
          "shown_at", [](const CallbackRequest& r) { return to_seconds(r.request.shown_at); },
          R"(Estimated time at which that sample is shown: sent_at plus the latency that the receiver reported last;
sent_at until it has reported one.)")
      .def_ro("count", &CallbackRequest::count, "The most samples that the callback may return.");

  nb::class_<DeviceObject>(module, "Device",
                           R"(One projector: a stream to one service of one unit, from Devices.open().

Dark until armed. There are four kinds of content: pictures by show() or fill_pictures(), samples by write(),
samples from a callback by fill(), and shared memory of another process by play_shared(). The kind of the first call
is in force until stop(), or until nothing came for the hold time; meanwhile other kinds raise Fault "busy".

Samples are arrays of sample_dtype, shape (n,), which are read without conversion; or anything else
that as_samples() accepts: shape (n, 5) with the columns x, y, r, g, b, or a mapping of columns.

Threads: any. A `with` block ends by close(): dark and closed at once; close(play_out) first plays
what is queued. When the interpreter exits, open devices are blanked and closed; when it is killed,
only the receiver's link time-out blanks them.)")
      .def(
          "arm", &DeviceObject::arm, "armed"_a = true,
          R"(False: dark with the next datagram; content continues to play, blanked. True: light is on again from
the next datagram.)")
      .def("blackout", &DeviceObject::blackout, "dark"_a = true,
           R"(True: dark with the next datagram, and the queue is discarded; new content is still accepted and
plays, blanked. False: light is on again; a picture from show() reappears if its hold time has not
ended.)")
      .def(
          "set_brightness", &DeviceObject::set_brightness, "share"_a,
          R"(A dimmer: colours are multiplied by share, 0 to 1, before the limits, from the next datagram on (frame
mode: from the next picture that is shown). 1 at first. Values beyond are brought to 0 or 1, NaN to 0.)")
      .def(
          "set_output", &DeviceObject::set_output,
          nb::sig("def set_output(self, *, mirror_x: bool = ..., mirror_y: bool = ..., rotate_degrees: float = "
                  "..., scale: float = ..., offset_x: float = ..., offset_y: float = ..., keystone: "
                  "collections.abc.Sequence[collections.abc.Sequence[float]] = ..., balance: "
                  "collections.abc.Sequence[float] = ..., limits: str = ...) -> None"),
          R"(Changes these options of open() while the device plays, from the next datagram on (frame mode: from
the next picture that is shown); what is not given stays. Of the limits only zones, allowed areas and
brightness may change. Where the picture moves far, the beam is dark until it is there.)")
      .def("abort", &DeviceObject::abort, "Session abort: the receiver drops what it has buffered.")
      .def(
          "show", &DeviceObject::show, "picture"_a, "frame_time"_a = 0.0,
          nb::sig("def show(self, picture: idn._samples.Samples | Drawing, frame_time: float = 0.0) -> float"),
          R"(Draws a picture, shape (n,), repeatedly, with a blanked move from its last sample to its first, until
another picture replaces it or the hold time ends. Of several pictures that wait, only the newest is
drawn. An empty picture is dark. Does not wait.

A Drawing is rendered for the rate of the device and the class of its scanners, scanner_kpps (30 if that is 0); a pass
takes `frame_time`, 0: as long as it needs. Returns by how much a pass takes longer than that.)")
      .def("keep", &DeviceObject::keep, "duration"_a,
           "Replaces the hold time by `duration` seconds, from now until the next call that supplies content.")
      .def("write", &DeviceObject::write, "samples"_a, "timeout"_a = 0.0,
           nb::sig("def write(self, samples: idn._samples.Samples, timeout: float = 0.0) -> None"),
           R"(Appends all samples, shape (n,), to the queue; each is played once.

Waits for room, for up to `timeout` seconds; math.inf: for as long as it takes. A Fault "queue full": the time was
over; its text says how many were queued, counted from the first.)")
      .def("write_some", &DeviceObject::write_some, "samples"_a, "timeout"_a = 0.0,
           nb::sig("def write_some(self, samples: idn._samples.Samples, timeout: float = 0.0) -> int"),
           R"(As write(), but what is not queued when the time is over is no error.

Returns how many samples were queued, counted from the first.)")
      .def_prop_ro("writable", &DeviceObject::writable,
                   "How many samples write() would accept without waiting.")
      .def(
          "fill", &DeviceObject::fill, "callback"_a,
          nb::sig("def fill(self, callback: collections.abc.Callable[[Request], "
                  "idn._samples.Samples | None]) -> None"),
          R"(Calls `callback(request)` on a thread of the device, earlier than its samples are sent by up to the
latency.

It returns up to request.count samples; those that it returns too late are replaced by darkness. It
ends the fill by returning None or no samples, or by an exception: then the device is dark with the
next datagram, status().fault has the cause, and sys.unraisablehook gets the traceback.)")
      .def(
          "fill_pictures", &DeviceObject::fill_pictures, "callback"_a,
          nb::sig("def fill_pictures(self, callback: collections.abc.Callable[[], "
                  "idn._samples.Samples | None]) -> None"),
          R"(As fill(), for a device with frames_keep_all=True: each call of `callback()` returns one picture, which is
sent as it is: sample 0 is dark at the receiver. None ends the fill.)")
      .def(
          "play_shared", &DeviceObject::play_shared, "name"_a,
          R"(Plays what other programs write into shared memory, one program at a time, until stop(): docs/shared.md.

name: of the Unix socket by which they get the memory, a path or a name in $XDG_RUNTIME_DIR (Windows: the file
mapping "Local\\idn-" and name). Dark with the next datagram when the system reports that the program has ended, or
when its data violates the format.)")
      .def("stop", &DeviceObject::stop,
           "Discards all content: dark with the next datagram. Ends fill, and waits until its callback has "
           "returned.")
      .def("set_rate", &DeviceObject::set_rate, "rate"_a,
           R"(Sets the rate from the next sample of write() or fill() on, or from the next pass of a picture.

rate: 1 to 1000000 samples per second.)")
      .def(
          "retarget", &DeviceObject::retarget, "target"_a,
          R"(Switches to another receiver, named as for Devices.open(), while playing; the old one is blanked and
closed.)")
      .def(
          "read_sent", &DeviceObject::read_sent, nb::sig("def read_sent(self) -> idn._samples.SampleArray"),
          R"(What was sent since the last call, oldest first, as it was sent: after output options, limits, arming and
blackout, dark samples between content too. For a preview without a network, of a device that is opened with `preview`.
Frame mode: each picture once, when it is shown, lit even if the device is dark. Of more than `preview` nothing older
than what was lost. Does not wait.)")
      .def(
          "finish", &DeviceObject::finish,
          R"(Ends after what is queued: it is played, without regard to the hold time; then the device is dark for
dark_before_close, and closed: status().link is "closed". Does not wait; callbacks may call it.)")
      .def("end", &DeviceObject::end, "As finish(), but dark at once, without playing out; also after that.")
      .def("status", &DeviceObject::status, "State of the receiver, and counters.")
      .def("__repr__",
           [](const DeviceObject& self) {
             const auto status = self.status();
             return "<idn.Device " + self.target() + ": " + std::string(to_string(status.link)) +
                    (status.armed ? ", armed>" : ", not armed>");
           })
      .def_prop_ro("target", &DeviceObject::target,
                   "The name given to Devices.open(), or to the last retarget().")
      .def(
          "close", &DeviceObject::play_out, "play_out"_a = 0.0,
          R"(Plays what is queued, for `play_out` seconds at most (math.inf: however long it takes); then sends a
blanked chunk, channel close and session close. Waits until that is done. Ctrl-C ends the wait: dark and closed at
once.)")
      .def(
          "__enter__", [](nb::object self) { return self; }, nb::sig("def __enter__(self) -> Device"))
      .def(
          "__exit__", [](DeviceObject& self, const nb::args&) { self.close(); },
          nb::sig("def __exit__(self, *exception: object) -> None"));
}

}  // namespace idn::python
