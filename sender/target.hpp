// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/client/devices.hpp"
#include "idn/stream/target.hpp"
#include "sender/stream_options.hpp"

namespace idn::sender {

using stream::device_name;
using stream::Target;

/// As stream::parse_target() does. Throws cli::Failure.
Target parse_target(const std::string& text);

/// Where a search has found the unit of `target`, for the service `service_id`, 0 for any.
/// Throws cli::Failure where it was not found, is ambiguous, or has no such laser.
Endpoint locate(const Target& target, std::uint8_t service_id, const stream::UnitList& found);

/// The options with a host as target, the unit it was found for and the service that goes with it. Searches the
/// network, which takes most of a second, where the target is a unit ID. Throws cli::Failure.
StreamOptions located(StreamOptions options);

/// Of options that are located(). Throws cli::Failure.
client::Location place_of(const StreamOptions& options);

}  // namespace idn::sender
