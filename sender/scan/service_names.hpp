// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "idn/wire/hello.hpp"

/// Names of service types and of the status bits of units.
namespace idn::sender {

/// "laser", "dmx", "audio", ...; "0x90" for a type without a name.
std::string service_type_name(wire::ServiceType type);

/// Why a unit cannot be used: "occupied", "offline", ...; empty for one that is ready.
std::vector<std::string> status_names(std::uint8_t status);

/// "ready", or the status names, comma separated.
std::string status_text(std::uint8_t status);

}  // namespace idn::sender
