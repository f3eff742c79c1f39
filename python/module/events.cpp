// SPDX-License-Identifier: MIT
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "bind.hpp"
#include "fault.hpp"
#include "idn/client/device.hpp"
#include "seconds.hpp"

namespace nb = nanobind;

namespace idn::python {
namespace {

using client::Event;
using client::UnitEvent;

const char* unit_event_kind(const UnitEvent& event) {
  switch (event.kind) {
    case UnitEvent::Kind::Moved:
      return "moved";
    case UnitEvent::Kind::Displaced:
      return "displaced";
    case UnitEvent::Kind::Ambiguous:
      return "ambiguous";
  }
  return "unknown";
}

/// "" for kinds of events that have none.
std::string event_limit(const Event& event) {
  return event.kind == client::EventKind::Limited ? std::string(to_string(event.limit)) : "";
}

nb::object event_fault(const Event& event) {
  return event.fault ? fault_object(*event.fault) : nb::none();
}

}  // namespace

void bind_events(nb::module_& module) {
  nb::class_<Event>(module, "Event", "A change of a device, or in the network, from Engine.poll_event().")
      .def_prop_ro(
          "kind", [](const Event& event) { return std::string(to_string(event.kind)); },
          R"("link", "reconnected", "moved", "hold expired", "limited", "limits tightened", "fault",
"unit found", "unit gone", "unit changed" (another name, other services or another address) or "scanner load".)")
      .def_ro("target", &Event::target,
              "Of the device; \"unit found\", \"unit gone\", \"unit changed\": the unit, as Devices.open() "
              "accepts it.")
      .def_prop_ro(
          "noticed", [](const Event& event) { return to_seconds(event.noticed); },
          "When it was noticed, in seconds of time.monotonic().")
      .def_prop_ro(
          "link", [](const Event& event) { return std::string(to_string(event.link)); },
          "Status.link of the device; \"closed\": its last event.")
      .def_prop_ro(
          "remote", [](const Event& event) { return to_string(event.remote); },
          "Where the datagrams of the device go, or where the unit answers: \"10.0.0.11:7255\".")
      .def_prop_ro("limit", &event_limit, "Of \"limited\": \"picture size\", \"speed\" ...; else \"\".")
      .def_ro("count", &Event::count,
              R"("limited": number of samples; "reconnected", "moved", "hold expired", "fault": number of
occurrences; both since the previous event of this kind. "scanner load": the load in per cent.)")
      .def_prop_ro("fault", &event_fault, nb::sig("def fault(self) -> idn._fault.Fault | None"),
                   "Of \"fault\": the latest one.")
      .def("__str__", [](const Event& event) { return to_string(event); })
      .def("__repr__", [](const Event& event) { return "<idn.Event " + to_string(event) + ">"; });

  nb::class_<UnitEvent>(module, "UnitEvent",
                        "What the searches for the unit of a device have found: argument of `on_unit`.")
      .def_prop_ro("kind", &unit_event_kind,
                   R"("moved": the unit is at `to`, the stream switches there; "displaced": another unit has the
address, nothing is sent until this one is found; "ambiguous": another unit with the same ID seems to be at `to`, the
stream stays.)")
      .def_prop_ro(
          "address", [](const UnitEvent& event) { return to_string(event.from); },
          "Of the stream until now: \"10.0.0.11:7255\".")
      .def_prop_ro(
          "to",
          [](const UnitEvent& event) {
            return event.kind == UnitEvent::Kind::Displaced ? std::string() : to_string(event.to);
          },
          "The other address; \"\" for \"displaced\".")
      .def_prop_ro(
          "other",
          [](const UnitEvent& event) {
            return event.kind == UnitEvent::Kind::Displaced ? to_string(event.other) : std::string();
          },
          "Of \"displaced\": the unit that answers at `address`, as Devices.open() accepts it; else \"\".")
      .def_prop_ro(
          "last_seen", [](const UnitEvent& event) { return to_seconds(event.last_seen); },
          "When the unit was last known to be at `address`, in seconds of time.monotonic().")
      .def_prop_ro(
          "dark", [](const UnitEvent& event) { return in_seconds(event.dark); },
          "Of \"moved\": seconds from `last_seen` to the switch of the stream.");
}

}  // namespace idn::python
