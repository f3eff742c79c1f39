// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "plugins/tool/host_kinds.hpp"
#include "plugins/tool/offers.hpp"

namespace idn::plugins {

/// What hosts of a kind would be shown now, for people: `1 device, 1 missing: "Left", "Right" (missing)`. Names
/// may come from the network.
std::string shown_devices(const HostKind& kind, const std::vector<Offer>& offers);

/// How hosts get at them, or why they do not: what is not installed, where the library is looked for in vain,
/// what has to be started.
/// @param file see installed_file()
std::string way_to_hosts(const HostKind& kind, const std::string& file, std::size_t devices);

}  // namespace idn::plugins
