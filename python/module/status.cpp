// SPDX-License-Identifier: MIT
#include "idn/client/status.hpp"

#include <nanobind/stl/string.h>

#include "bind.hpp"
#include "fault.hpp"
#include "idn/io/now.hpp"

namespace nb = nanobind;

namespace idn::python {
namespace {

using client::DeviceStatus;

nb::object fault_of(const DeviceStatus& status) {
  return status.fault ? fault_object(*status.fault) : nb::none();
}

nb::dict limited(const DeviceStatus& status) {
  const client::OutputCounts& counts = status.limited;
  nb::dict dict;
  dict["picture"] = counts.picture;
  dict["speed"] = counts.speed;
  dict["acceleration"] = counts.acceleration;
  dict["zones"] = counts.zones;
  dict["allowed"] = counts.allowed;
  dict["brightness"] = counts.brightness;
  dict["dwell"] = counts.dwell;
  dict["scanner_load"] = counts.scanner_load;
  return dict;
}

std::string status_text(const DeviceStatus& status) {
  return "<idn.Status " + to_string(status.remote) + ": " + std::string(to_string(status.link)) +
         (status.armed ? ", armed" : ", not armed") + (status.blackout ? ", blackout" : "") + ", " +
         std::to_string(status.samples) + " samples>";
}

/// A duration in seconds.
template <Duration DeviceStatus::* member>
double seconds(const DeviceStatus& status) {
  return in_seconds(status.*member);
}

/// In seconds; None without a value.
nb::object age_of(const std::optional<TimePoint>& time) {
  return time ? nb::cast(in_seconds(io::monotonic_now() - *time)) : nb::none();
}

}  // namespace

void bind_status(nb::module_& module) {
  nb::class_<DeviceStatus>(module, "Status",
                           "A snapshot of a device. Times in seconds, counters since it was opened.")
      .def_prop_ro(
          "link", [](const DeviceStatus& s) { return std::string(to_string(s.link)); },
          R"("opening" (no answer yet), "playing", "muted" (another client uses the service), "refused",
"silent" (no longer answers), "missing" (not found any more) or "closed".)")
      .def_ro("armed", &DeviceStatus::armed)
      .def_ro("blackout", &DeviceStatus::blackout)
      .def_prop_ro(
          "remote", [](const DeviceStatus& s) { return to_string(s.remote); },
          "Where the datagrams go: \"10.0.0.11:7255\".")
      .def_prop_ro(
          "rate", [](const DeviceStatus& s) { return s.rate.per_second; },
          "Samples per second of what is sent now.")
      .def_prop_ro("latency", &seconds<&DeviceStatus::latency>,
                   "Length of the queue between the call and the socket.")
      .def_prop_ro("buffered", &seconds<&DeviceStatus::buffered>, "Display time of the samples in that queue.")
      .def_prop_ro("receiver_latency", &seconds<&DeviceStatus::receiver_latency>,
                   "Delay in the receiver, as it reports it; 0: not reported.")
      .def_prop_ro("round_trip", &seconds<&DeviceStatus::round_trip>, "0: not known.")
      .def_ro("datagrams", &DeviceStatus::datagrams, "Datagrams with samples.")
      .def_ro("samples", &DeviceStatus::samples, "Samples sent, including added dark ones.")
      .def_ro("starved_samples", &DeviceStatus::starved_samples,
              "Dark samples added because content was missing.")
      .def_ro("discarded_samples", &DeviceStatus::discarded_samples,
              "Queued samples that blackout, stop or the hold time kept from being sent.")
      .def_ro("replaced_pictures", &DeviceStatus::replaced_pictures,
              "Pictures that newer ones replaced before they were drawn.")
      .def_ro("holds_expired", &DeviceStatus::holds_expired, "How often no call came for the hold time.")
      .def_ro("late_ticks", &DeviceStatus::late_ticks, "Wake-ups more than 100 us late.")
      .def_ro("reanchors", &DeviceStatus::reanchors, "Restarts of the timeline after a long stall.")
      .def_ro("send_errors", &DeviceStatus::send_errors, "Datagrams that the system or the network rejected.")
      .def_ro("reconnects", &DeviceStatus::reconnects, "How often the receiver lost the stream.")
      .def_ro("retargets", &DeviceStatus::retargets,
              "How often the stream switched to another receiver or address.")
      .def_ro("moves", &DeviceStatus::moves, "Of the retargets, those because the unit had moved.")
      .def_ro("faults", &DeviceStatus::faults, "Errors outside of any call.")
      .def_ro("bytes", &DeviceStatus::bytes, "UDP payload of all datagrams.")
      .def_ro("frames", &DeviceStatus::frames, "Frames sent, those sent again included.")
      .def_ro("socket_full", &DeviceStatus::socket_full,
              "Of the send errors, those because the send buffer was full.")
      .def_ro("acks_requested", &DeviceStatus::acks_requested, "Datagrams that request an acknowledge.")
      .def_ro("acks_received", &DeviceStatus::acks_received, "Acknowledges that answer one of these.")
      .def_prop_ro(
          "link_quality", [](const DeviceStatus& s) { return s.last_answer.link_quality; },
          "As the receiver reports it, 1 (very poor) to 255; 0: unknown.")
      .def_prop_ro(
          "answered_ago", [](const DeviceStatus& s) { return age_of(s.answered_at); },
          nb::sig("def answered_ago(self) -> float | None"), "Seconds since the last acknowledge.")
      .def_prop_ro(
          "lit_ago", [](const DeviceStatus& s) { return age_of(s.lit_at); },
          nb::sig("def lit_ago(self) -> float | None"),
          "Seconds since the last datagram with a lit sample, to within 10 ms.")
      .def_prop_ro("worst_lateness", &seconds<&DeviceStatus::worst_lateness>, "Of a wake-up.")
      .def_prop_ro(
          "refused_share", [](const DeviceStatus& s) { return s.refusals.share(); },
          "Of the stream the receiver does not show, 0 to 1.")
      .def_ro("correction_ppm", &DeviceStatus::correction_ppm,
              "With follow_clock: how much faster than by its own clock the device sends.")
      .def_ro("source_ppm", &DeviceStatus::source_ppm,
              "With follow_source: how much faster the application writes than the rate says.")
      .def_prop_ro(
          "receiver", [](const DeviceStatus& s) { return std::string(to_string(s.receiver)); },
          "What its acknowledges say, for people: \"playing\", \"refused, all sessions are occupied\" ...")
      .def_prop_ro(
          "local", [](const DeviceStatus& s) { return to_string(s.local); }, "Where the datagrams come from.")
      .def_ro("limits_tightened", &DeviceStatus::limits_tightened,
              "The administrator's file is stricter than the options.")
      .def_prop_ro(
          "limited", &limited, nb::sig("def limited(self) -> dict[str, float]"),
          "Samples that each limit changed or, if it only counts, would have changed; scanner_load: 0 to 1.")
      .def_prop_ro("fault", &fault_of, nb::sig("def fault(self) -> idn._fault.Fault | None"),
                   "The latest error outside of any call, for example an exception in fill.")
      .def("__repr__", &status_text);
}

}  // namespace idn::python
