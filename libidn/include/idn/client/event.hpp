// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "idn/client/fault.hpp"
#include "idn/client/status.hpp"
#include "idn/endpoint.hpp"
#include "idn/time.hpp"

namespace idn::client {

/// What has happened.
enum class EventKind : std::uint8_t {
  Link,             ///< what is known of the receiver has changed: to Event::link
  Reconnected,      ///< the receiver lost the stream, and has it again
  Moved,            ///< the unit has turned up at Event::remote, and the stream with it
  HoldExpired,      ///< the application said nothing for the hold time: dark
  Limited,          ///< samples were beyond Event::limit; of each limit once a second at most
  LimitsTightened,  ///< the administrator's file of limits is tighter than what the device was opened with
  Fault,            ///< Event::fault went wrong beside the calls
  UnitFound,        ///< a search has found this unit, at Event::remote
  UnitGone,         ///< searches do not find it any more
  ScannerLoad,      ///< scanners get warm, see docs/output.md; again once they have worked less
};

/// "link", "reconnected" ...
std::string_view to_string(EventKind kind) noexcept;

/// One of OutputCounts.
enum class Limit : std::uint8_t {
  Picture,       ///< outside of the largest picture
  Speed,         ///< further from the last sample than allowed
  Acceleration,  ///< turned faster than allowed
  Zones,         ///< brighter than the zone allows
  Allowed,       ///< lit outside of the allowed zones
  Brightness,    ///< brighter than allowed everywhere
  Dwell,         ///< resting longer than allowed
};
inline constexpr std::size_t kLimits = 7;  ///< how many there are of Limit

/// "picture size", "speed" ...
std::string_view to_string(Limit limit) noexcept;

/// What has changed on a device, or in the network. Events tell what differs from one look to the next: a
/// state that comes and goes in between is not told, what is counted is.
struct Event {
  EventKind kind{};      ///< which of the other members mean something
  std::string target{};  ///< of the device, as it was opened or retargeted; of the unit, for Devices::open()
  TimePoint noticed{};   ///< by io::monotonic_now()
  LinkState link{};      ///< of the device; Closed is the last that comes of it
  Endpoint remote{};     ///< where the datagrams of the device go, or where the unit answers
  Limit limit{};         ///< Limited
  /// Limited: samples; Reconnected, Moved, HoldExpired, Fault: how often. Since the event before of this kind.
  /// ScannerLoad: per cent of what the class can.
  std::uint64_t count = 0;
  std::optional<client::Fault> fault = std::nullopt;  ///< Fault: the last one
};

/// One line for people: "Left: playing", "Left: moved to 10.0.0.12:7255" ...
std::string to_string(const Event& event);

}  // namespace idn::client
