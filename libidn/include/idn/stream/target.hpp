// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "idn/endpoint.hpp"
#include "idn/stream/unit_list.hpp"

namespace idn::stream {

/// A receiver as people name it.
struct Target {
  std::string host;                                    ///< name or address; empty where the unit ID tells
  std::uint16_t port = kIdnPort;                       ///< UDP
  std::optional<wire::UnitId> unit = std::nullopt;     ///< of the unit, where the text names one
  std::optional<std::uint8_t> service = std::nullopt;  ///< of the service, where the text names one
};

/// Why a text names no receiver.
enum class TargetError : std::uint8_t {
  NoHost,   ///< neither a host nor a unit ID
  Port,     ///< what follows the colon is no number from 1 to 65535
  Service,  ///< what follows the slash is no number from 1 to 255
  Ipv6,     ///< an IPv6 address
};

/// "host", "host:port" or a unit ID such as "01-123456789ABC", each with or without "/service". A host whose
/// name reads like a unit ID needs its port. Looks nothing up.
tl::expected<Target, TargetError> parse_target(std::string_view text);

/// The name that parse_target() takes for this service, the same wherever the unit is plugged in.
std::string device_name(const UnitKey& unit, std::uint8_t service_id);

/// Why a stream cannot go to a unit.
enum class LocateError : std::uint8_t {
  NoUnit,     ///< none with this ID was found
  Ambiguous,  ///< another unit answers at its preferred address too
  NoService,  ///< the unit says that it has no such service
  NoLaser,    ///< the service is of another type
};

/// Where a search has found `unit`: its preferred address. A unit that did not report its services is believed
/// to have `service_id`; 0 is any.
tl::expected<Endpoint, LocateError> locate(const wire::UnitId& unit, std::uint8_t service_id,
                                           const UnitList& found);

}  // namespace idn::stream
