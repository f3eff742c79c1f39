// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/client/devices.hpp"
#include "idn/stream/find/target.hpp"
#include "sender/stream_options.hpp"

namespace idn::sender {

using stream::device_name;
using stream::Target;

/// Like stream::parse_target(), but throws cli::Failure.
Target parse_target(const std::string& text);

/// The address at which a search has found the unit of `target`.
/// @param service_id of a laser that the unit must have; 0 for any
/// Throws cli::Failure if the unit was not found, is ambiguous, or has no such laser.
Endpoint locate(const Target& target, std::uint8_t service_id, const stream::UnitList& found);

/// The place of the unit or service that has the name target.host; none if none has. Throws cli::Failure if
/// several have it.
std::optional<client::Location> locate_named(const Target& target, const stream::UnitList& found);

/// Resolves the target: the result has a host as `target`, `service` is set, and `unit` if the target was a
/// unit ID or the name of a unit or service. These are searched for on the network, which takes most of a
/// second. Throws cli::Failure.
StreamOptions located(StreamOptions options);

/// The address, unit and service of options that located() returned. Throws cli::Failure.
client::Location place_of(const StreamOptions& options);

}  // namespace idn::sender
