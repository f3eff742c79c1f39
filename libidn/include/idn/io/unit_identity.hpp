// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "idn/endpoint.hpp"
#include "idn/wire/scan.hpp"

/// Who a receiver is on the network (section 1.6).
namespace idn::io {

/// A locally administered EUI-48 by chance, to be kept.
wire::UnitId random_unit_id();

/// A locally administered EUI-48 that depends on both arguments alone; for units that cannot keep one.
wire::UnitId derive_unit_id(std::string_view machine, const Endpoint& local) noexcept;

/// Something that stays the same on this machine and differs on others: its machine ID, else its host name.
std::string machine_identity();

}  // namespace idn::io
