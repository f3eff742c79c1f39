// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "idn/endpoint.hpp"
#include "idn/stream/unit_list.hpp"

namespace idn::stream {

/// A receiver as users name it, see parse_target().
struct Target {
  std::string host;                                    ///< name or address; empty if `unit` is set
  std::uint16_t port = kIdnPort;                       ///< UDP
  std::optional<wire::UnitId> unit = std::nullopt;     ///< ID of the unit, if the text contains one
  std::optional<std::uint8_t> service = std::nullopt;  ///< ID of the service, if the text contains one
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
tl::expected<Target, TargetError> parse_target(std::string_view text);

/// The text that parse_target() accepts for this service. It does not depend on the address of a unit with an
/// ID.
std::string device_name(const UnitKey& unit, std::uint8_t service_id);

/// Why a stream cannot go to a unit.
enum class LocateError : std::uint8_t {
  NoUnit,     ///< none with this ID was found
  Ambiguous,  ///< another unit answers at its preferred address too
  NoService,  ///< the unit reports no such service
  NoLaser,    ///< the service is of another type
};

/// The preferred address of `unit`, as a search has found it. A unit that did not report its services is
/// assumed to have `service_id`; 0 is any.
tl::expected<Endpoint, LocateError> locate(const wire::UnitId& unit, std::uint8_t service_id,
                                           const UnitList& found);

}  // namespace idn::stream
