// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "idn/io/discovery.hpp"
#include "plugins/common/settings.hpp"

namespace idn::plugins {

/// A device as a plug-in would show it to its host now.
struct Offer {
  std::string name;
  std::string target;
  std::optional<Endpoint> at = std::nullopt;  ///< where it answers; nothing: it is missing
  std::string missing = {};                   ///< why it is, and what to do about it
  OutputSettings settings = {};
};

/// One round of a search, which asks these addresses, and everybody only if `everybody`.
using Search = std::function<stream::UnitList(const std::vector<Endpoint>& addresses, bool everybody)>;
/// The address of a host.
using Resolve = std::function<std::optional<Endpoint>(const std::string& host, std::uint16_t port)>;

/// What a Rack with these settings would have, in its order; nothing is opened. Searches once, and once more
/// for hosts that are named.
std::vector<Offer> offers(const Settings& settings, const Search& search, const Resolve& resolve);

}  // namespace idn::plugins
