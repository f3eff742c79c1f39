// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "idn/endpoint.hpp"
#include "idn/stream/unit_list.hpp"
#include "sender/stream_options.hpp"

namespace idn::sender {

/// A receiver as people name it.
struct Target {
  std::string host;  ///< name or address; empty where the unit ID tells
  std::uint16_t port = kIdnPort;
  std::optional<wire::UnitId> unit = std::nullopt;
  std::optional<std::uint8_t> service = std::nullopt;
};

/// "host", "host:port" or a unit ID such as "01-123456789ABC", each with or without "/service". A host whose
/// name reads like a unit ID needs its port. Throws cli::Failure.
Target parse_target(const std::string& text);

/// The name that parse_target() takes for this service, the same wherever the unit is plugged in.
std::string device_name(const stream::UnitKey& unit, std::uint8_t service_id);

/// Where a search has found the unit of `target`, for the service `service_id`, 0 for any.
/// Throws cli::Failure where it was not found, is ambiguous, or has no such laser.
Endpoint locate(const Target& target, std::uint8_t service_id, const stream::UnitList& found);

/// The options with a host as target, the unit it was found for and the service that goes with it. Searches the
/// network, which takes most of a second, where the target is a unit ID. Throws cli::Failure.
StreamOptions located(StreamOptions options);

}  // namespace idn::sender
