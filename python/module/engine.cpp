// SPDX-License-Identifier: MIT
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "engine_object.hpp"
#include "seconds.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace idn::python {
namespace {

client::EngineOptions options(unsigned threads, const std::string& wait, double cpu_budget, bool realtime,
                              bool lock_memory, std::vector<unsigned> processors, bool manual) {
  const auto mode = io::wait_mode_from(wait);
  if (!mode) raise({Errc::BadOption, "wait \"" + wait + "\"", "give sleep, hybrid, spin or auto"});
  return {
      .threads = threads,
      .wait = *mode,
      .realtime = realtime,
      .manual = manual,
      .expert = {.cpu_budget = cpu_budget, .lock_memory = lock_memory, .processors = std::move(processors)}};
}

nb::dict to_dict(const client::TickThreadStatus& status) {
  nb::list grants;
  for (const io::Grant& grant : status.grants) {
    nb::dict entry;
    entry["what"] = grant.what;
    entry["granted"] = grant.granted;
    entry["detail"] = grant.detail;
    grants.append(entry);
  }
  nb::dict dict;
  dict["wait"] = std::string(to_string(status.wait));
  dict["guard"] = in_seconds(status.guard);
  dict["grants"] = grants;
  dict["stepped_down"] = status.stepped_down;
  if (status.standby_wake_ups) dict["standby_wake_ups"] = *status.standby_wake_ups;
  dict["devices"] = status.devices;
  dict["processor_time"] = in_seconds(status.processor_time);
  return dict;
}

nb::list status(const EngineObject& object) {
  Result<std::vector<client::TickThreadStatus>> threads;
  {
    const nb::gil_scoped_release release;
    threads = object.engine()->with([](client::Engine& engine) { return engine.status(); });
  }
  nb::list list;
  for (const auto& thread : value_of(std::move(threads))) list.append(to_dict(thread));
  return list;
}

std::string engine_text(const EngineObject& object) {
  Result<std::vector<client::TickThreadStatus>> threads;
  {
    const nb::gil_scoped_release release;
    threads = object.engine()->with([](client::Engine& engine) { return engine.status(); });
  }
  if (!threads) return "<idn.Engine, " + std::string(to_string(threads.error().code)) + ">";
  std::size_t devices = 0;
  for (const auto& thread : *threads) devices += thread.devices;
  return "<idn.Engine: threads " + std::to_string(threads->size()) + ", devices " + std::to_string(devices) +
         ">";
}

std::optional<double> drive(const EngineObject& object) {
  Result<TimePoint> next;
  {
    const nb::gil_scoped_release release;
    next = object.engine()->with([](client::Engine& engine) { return engine.drive(); });
  }
  const TimePoint at = value_of(std::move(next));
  return at == kNever ? std::nullopt : std::optional(to_seconds(at));
}

std::optional<client::Event> poll_event(const EngineObject& object) {
  Result<std::optional<client::Event>> event;
  {
    const nb::gil_scoped_release release;
    event = object.engine()->with([](client::Engine& engine) { return engine.poll_event(); });
  }
  return value_of(std::move(event));
}

}  // namespace

void bind_engine(nb::module_& module) {
  nb::class_<EngineObject>(
      module, "Engine",
      R"(The threads that send the streams of devices on time. An application needs one engine.

No Python runs on them: they are as exact as in C++. Use it in a `with` statement, or call close().)")
      .def(
          "__init__",
          [](EngineObject* self, unsigned threads, const std::string& wait, double cpu_budget, bool realtime,
             bool lock_memory, std::vector<unsigned> processors, bool manual) {
            const auto wanted =
                options(threads, wait, cpu_budget, realtime, lock_memory, std::move(processors), manual);
            new (self) EngineObject(wanted);
          },
          nb::kw_only(), "threads"_a = 1U, "wait"_a = "auto", "cpu_budget"_a = io::kUsualCpuBudget,
          "realtime"_a = true, "lock_memory"_a = false, "processors"_a = std::vector<unsigned>{},
          "manual"_a = false,
          nb::sig("def __init__(self, *, threads: int = 1, wait: typing.Literal['sleep', 'hybrid', 'spin', "
                  "'auto'] = 'auto', cpu_budget: float = 0.125, realtime: bool = True, lock_memory: bool = "
                  "False, processors: "
                  "collections.abc.Sequence[int] = ..., manual: bool = False) -> None"),
          R"(Starts the tick threads, which sleep until there is a device.

threads: number of tick threads, which share the devices, 1 to 64.
wait: "hybrid" sleeps until shortly before each deadline, then spins; "sleep" wakes some tens of
    microseconds late; "spin" occupies a whole core; "auto" is "hybrid" that spins as long as the latest
    wake-ups need, within cpu_budget, with a standby thread on other processors. Without realtime, with one
    processor, on battery, and where threads cannot be bound to processors (macOS) it is "hybrid".
cpu_budget: share of a core that "auto" may spin for, 0.01 to 0.9.
realtime: requests real-time priority; status() has what was granted.
lock_memory: keeps the memory of the whole process from being swapped out.
processors: the n-th thread is pinned to the n-th of these; empty: none is, but with "auto" each
    thread and its standby thread have half of the processors.
manual: without threads; the application calls drive().)")
      .def("status", &status, nb::sig("def status(self) -> list[dict[str, typing.Any]]"),
           R"(For each tick thread: wait, guard, grants, stepped_down (gave its priority back), standby_wake_ups
(those that a standby thread served; only if there is one), devices and processor_time (updated when its last
device ends).)")
      .def(
          "poll_event", &poll_event, nb::sig("def poll_event(self) -> Event | None"),
          R"(The next event of the devices of this engine, or of the units that its Devices find; None if there is none.

Changes are only detected by this call, which compares the current states with those seen before: call it regularly.)")
      .def("drive", &drive, R"(For a manual engine: does what is due, without waiting.

Returns when to call next, in seconds of time.monotonic(); None while no device is open.)")
      .def("__repr__", &engine_text)
      .def("close", &EngineObject::close,
           "Blanks all devices with their next tick, then closes them. Waits until that is done.")
      .def(
          "__enter__", [](nb::object self) { return self; }, nb::sig("def __enter__(self) -> Engine"))
      .def(
          "__exit__", [](EngineObject& self, const nb::args&) { self.close(); },
          nb::sig("def __exit__(self, *exception: object) -> None"));
}

}  // namespace idn::python
