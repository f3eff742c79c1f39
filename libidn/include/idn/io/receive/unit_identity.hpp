// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "idn/endpoint.hpp"
#include "idn/wire/hello.hpp"

/// The unit ID of a receiver (section 1.6).
namespace idn::io {

/// A random, locally administered EUI-48, for units that store it.
wire::UnitId random_unit_id();

/// A locally administered EUI-48 that depends on both arguments alone, for units that cannot store one.
wire::UnitId derive_unit_id(std::string_view machine, const Endpoint& local) noexcept;

/// A text that identifies this computer: its machine ID, else its host name.
std::string machine_identity();

}  // namespace idn::io
