// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "idn/wire/scan.hpp"

/// Who this receiver is on the network (section 1.6).
namespace idn::server {

/// A locally administered EUI-48 that depends on both arguments alone.
wire::UnitId derive_unit_id(std::string_view machine, std::uint16_t port) noexcept;

/// Something that stays the same on this machine and differs on others: its machine ID, else its host name.
std::string machine_identity();

std::string host_name();

}  // namespace idn::server
