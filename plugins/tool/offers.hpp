// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "idn/io/find/discovery.hpp"
#include "venue/venue.hpp"

namespace idn::plugins {

/// A device as a plug-in would show it to its host now.
struct Offer {
  std::string name;
  std::string target;
  std::optional<Endpoint> at = std::nullopt;  ///< address at which it answers; none: it is missing
  std::string missing = {};                   ///< if it is missing: cause and remedy
  ProjectorSettings settings = {};
};

/// One round of a search: requests to `addresses`, and with `with_broadcast` also broadcasts.
using Search = std::function<stream::UnitList(const std::vector<Endpoint>& addresses, bool with_broadcast)>;
/// Name lookup of a host; none if it fails.
using Resolve = std::function<std::optional<Endpoint>(const std::string& host, std::uint16_t port)>;

/// The outputs that a Rack with these settings would have, in the same order; nothing is opened. Searches once,
/// and a second time if the settings have host names.
std::vector<Offer> offers(const Venue& venue, const Search& search, const Resolve& resolve);

}  // namespace idn::plugins
