// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "idn/endpoint.hpp"
#include "idn/export.hpp"
#include "idn/stream/find/unit_list.hpp"

namespace idn::stream {

/// A receiver as users name it, see parse_target().
struct Target {
  std::string host;                                    ///< name or address; empty if `unit` is set
  std::uint16_t port = kIdnPort;                       ///< UDP
  std::optional<wire::UnitId> unit = std::nullopt;     ///< ID of the unit, if the text contains one
  std::optional<std::uint8_t> service = std::nullopt;  ///< ID of the service, if the text contains one

  /// Whether `host` may be the name of a unit or of a service: it is no address, and has no port.
  bool may_be_name() const noexcept {
    return !unit && port == kIdnPort && host.find_first_not_of("0123456789.") != std::string::npos;
  }

  /// Whether only a search, or a resolver of names, can tell where it is: a unit ID, or what may be a name.
  bool needs_search() const noexcept { return unit || may_be_name(); }

  friend bool operator==(const Target&, const Target&) = default;
};

/// Address and service of a receiver: what a target is resolved to.
struct Location {
  Endpoint at{};  ///< address and port of the unit; Endpoint::ipv4(0, 0): not known yet, see Device::retarget()
  /// The unit, to be followed to a new address; without a value if only the address is known.
  std::optional<UnitKey> unit = std::nullopt;
  std::uint8_t service = 0;  ///< 0: the unit's default laser projector
};

/// Why a text is no target.
enum class TargetError : std::uint8_t {
  NoHost,   ///< neither a host nor a unit ID
  Port,     ///< what follows the colon is no number from 1 to 65535
  Service,  ///< what follows the slash is no number from 1 to 255
  Ipv6,     ///< an IPv6 address
};

/// "host", "host:port" or a unit ID such as "01-123456789ABC", each with or without "/service". A host whose
/// name reads like a unit ID needs its port. Resolves no names.
IDN_EXPORT tl::expected<Target, TargetError> parse_target(std::string_view text);

/// The text that parse_target() accepts for this service. It does not depend on the address of a unit with an
/// ID.
IDN_EXPORT std::string device_name(const UnitKey& unit, std::uint8_t service_id);

/// Why a stream cannot go to a unit.
enum class LocateError : std::uint8_t {
  NoUnit,     ///< none with this ID was found
  SharedId,   ///< several units of different names have this ID
  Ambiguous,  ///< another unit answers at its preferred address too
  NoService,  ///< the unit reports no such service
  NoLaser,    ///< the service is of another type
};

/// The preferred address of `unit`, as a search has found it. A unit that did not report its services is
/// assumed to have `service_id`; 0 is any.
IDN_EXPORT tl::expected<Endpoint, LocateError> locate(const wire::UnitId& unit, std::uint8_t service_id,
                                                      const UnitList& found);

/// The units of this name and, if `service` has no value, the laser projectors of units that have it as the
/// name of their service: a target is the only one. Of units that share an ID `unit` has the address, too.
/// @param found as UnitList::told_apart()
IDN_EXPORT std::vector<Location> locations_of(std::string_view name, std::optional<std::uint8_t> service,
                                              const UnitList& found);

}  // namespace idn::stream
