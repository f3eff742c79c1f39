// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "plugins/tool/host_kinds.hpp"
#include "plugins/tool/offers.hpp"

namespace idn::plugins {

/// The devices that hosts of a kind would list now, for users: `2 devices, 1 missing: "Left", "Right"
/// (missing)`. Names may come from the network and contain any characters.
std::string shown_devices(const HostKind& kind, const std::vector<Offer>& offers);

/// How hosts reach the devices, or why they do not: the file is not installed, there is no link in the folder
/// of the hosts, or a program must be started.
/// @param file as from installed_file()
std::string host_instructions(const HostKind& kind, const std::string& file, std::size_t devices);

}  // namespace idn::plugins
