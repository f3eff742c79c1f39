// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "sender/doctor/suspect.hpp"

/// Settings of the kernel: files, and the interrupt coalescing of network cards, which has none.
namespace idn::sender::doctor {

/// Whether the name of a setting is "ethtool -C DEVICE WORD", with "rx-usecs" or "adaptive-rx" as WORD.
bool is_coalescing(std::string_view name) noexcept;

/// Nothing where it cannot be read, or the device has none.
std::optional<std::string> read_setting(const MachineFiles& files, const std::string& name);
std::error_code write_setting(const MachineFiles& files, const Setting& setting);
/// For the shell, as root.
std::string command_of(const Setting& setting);

/// Whether the driver offers to stamp received datagrams by the clock of the card (SIOCETHTOOL,
/// ETHTOOL_GET_TS_INFO).
bool offers_hardware_stamps(const std::string& device);

}  // namespace idn::sender::doctor
