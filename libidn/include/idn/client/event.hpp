// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "idn/client/status.hpp"
#include "idn/endpoint.hpp"
#include "idn/result.hpp"
#include "idn/time.hpp"

namespace idn::client {

/// What has happened.
enum class EventKind : std::uint8_t {
  Link,             ///< the link state has changed to Event::link
  Reconnected,      ///< the receiver lost the stream, which was started again
  Moved,            ///< the unit was found at a new address, Event::remote, and the stream now goes there
  HoldExpired,      ///< no call of the application for the hold time: dark
  Limited,          ///< samples exceeded Event::limit; at most once per second for each limit
  LimitsTightened,  ///< the administrator's file has stricter limits than the options of the device
  Fault,            ///< Event::fault occurred outside of any call
  UnitFound,        ///< a search has found this unit, at Event::remote
  UnitGone,         ///< searches no longer find this unit
  ScannerLoad,      ///< the load reached 0.7, see docs/output.md; reported again once it was below 0.6
};

/// "link", "reconnected" ...
std::string_view to_string(EventKind kind) noexcept;

/// An output limit; each has a counter in OutputCounts.
enum class Limit : std::uint8_t {
  Picture,       ///< outside of the largest picture
  Speed,         ///< further from the last sample than allowed
  Acceleration,  ///< changed the speed more than allowed
  Zones,         ///< brighter than the zone allows
  Allowed,       ///< lit outside of the allowed zones
  Brightness,    ///< brighter than allowed everywhere
  Dwell,         ///< resting longer than allowed
};
inline constexpr std::size_t kLimits = 7;  ///< number of enumerators of Limit

/// "picture size", "speed" ...
std::string_view to_string(Limit limit) noexcept;

/// A change of a device, or in the network. Events are the differences between two polls of the state: a state
/// that comes and goes in between is not reported, but occurrences that are counted are.
struct Event {
  EventKind kind{};      ///< decides which of the other members have a meaning
  std::string target{};  ///< Device::target(); UnitFound, UnitGone: the unit, as Devices::open() accepts it
  TimePoint noticed{};   ///< time of the poll, by io::monotonic_now()
  LinkState link{};      ///< of the device; Closed: its last event
  Endpoint remote{};     ///< where the datagrams of the device go, or where the unit answers
  Limit limit{};         ///< of Limited
  /// Limited: number of samples; Reconnected, Moved, HoldExpired, Fault: number of occurrences; both since the
  /// previous event of this kind. ScannerLoad: the load in per cent.
  std::uint64_t count = 0;
  std::optional<Error> fault = std::nullopt;  ///< of Fault: the latest one
};

/// One line for people: "Left: playing", "Left: moved to 10.0.0.12:7255" ...
std::string to_string(const Event& event);

}  // namespace idn::client
