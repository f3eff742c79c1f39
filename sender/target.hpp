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

/// Whether only a search can tell where the target is: a unit ID, or what may be the name of a unit or service.
/// Throws cli::Failure.
bool needs_search(const StreamOptions& options);

/// Resolves the target: the result has a host as `target`, `service` is set, and `unit` if the target was a
/// unit ID or the name of a unit or service that is among `found`. Throws cli::Failure.
StreamOptions located(StreamOptions options, const stream::UnitList& found = {});

/// The address, unit and service of options that located() returned. Throws cli::Failure.
client::Location place_of(const StreamOptions& options);

/// Whether located() and place_of() fail only since the unit, or a host of that name, is not there.
bool is_missing(const StreamOptions& options, const stream::UnitList& found);

}  // namespace idn::sender
