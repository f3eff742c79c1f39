// SPDX-License-Identifier: MIT
#include "plugins/tool/offers.hpp"

#include <algorithm>

#include "idn/stream/find/target.hpp"
#include "venue/shown_name.hpp"

namespace idn::plugins {
namespace {

using stream::FoundUnit;
using stream::Target;

bool is_address(const std::string& host) {
  return host.find_first_not_of("0123456789.") == std::string::npos;
}

/// The unit with this name, or with a service of this name.
const FoundUnit* unit_called(const std::string& name, const stream::UnitList& found) {
  for (const FoundUnit& unit : found.units) {
    if (unit.host_name == name) return &unit;
    for (const auto& service : unit.services)
      if (service.name.view() == name) return &unit;
  }
  return nullptr;
}

/// Sets the address of the offer if the unit has the service that the target names; else the cause.
void check_service(Offer& offer, const Target& target, const FoundUnit& unit) {
  const std::uint8_t service = target.service.value_or(0);
  if (service != 0 && unit.has_service_map && unit.find_service(service) == nullptr)
    offer.missing =
        "the unit has no service " + std::to_string(service) + "; `idn_sender scan` lists what it has";
  else
    offer.at = unit.addresses.front().endpoint;
}

Offer offer_of(const Projector& wanted) {
  return {.name = wanted.shown_name(), .target = wanted.target, .settings = wanted.settings};
}

/// Completes an offer by what a search has found. @param more gets the address of a host whose name is not that
/// of a unit, for a second search
void find(Offer& offer, const Target& target, const stream::UnitList& found, const Resolve& resolve,
          std::vector<Endpoint>& more) {
  const FoundUnit* unit = nullptr;
  const stream::UnitList apart = found.told_apart();
  if (target.unit)
    unit = found.find({*target.unit});
  else if (is_address(target.host))
    unit = apart.at(*resolve(target.host, target.port));
  else if ((unit = unit_called(target.host, apart)) == nullptr) {
    if (const auto endpoint = resolve(target.host, target.port))
      more.push_back(*endpoint);
    else
      offer.missing = "no unit and no host has this name; check it and the network";
    return;
  }
  if (unit != nullptr)
    check_service(offer, target, *unit);
  else
    offer.missing = "does not answer; check its power, cable and network";
}

std::vector<Offer> found_offers(const Venue& venue, const stream::UnitList& found) {
  std::vector<Offer> all;
  for (const FoundProjector& projector : found_projectors(found))
    all.push_back(
        {.name = projector.name, .target = projector.target, .at = projector.at, .settings = venue.defaults});
  tell_apart(all);
  return all;
}

}  // namespace

std::vector<Offer> offers(const Venue& venue, const Search& search, const Resolve& resolve) {
  if (venue.projectors.empty()) return found_offers(venue, search({}, true).told_apart());
  std::vector<Offer> all;
  std::vector<std::optional<Target>> targets;
  std::vector<Endpoint> addresses;
  bool with_broadcast = false;
  for (const Projector& wanted : venue.projectors) {
    Offer offer = offer_of(wanted);
    const auto target = stream::parse_target(wanted.target);
    if (!target)
      offer.missing = "names no unit and no host; `idn_sender scan` lists what there is";
    else if (!target->unit && is_address(target->host)) {
      if (const auto endpoint = resolve(target->host, target->port))
        addresses.push_back(*endpoint);
      else
        offer.missing = "is no address; correct it";
    } else {
      with_broadcast = true;
    }
    all.push_back(std::move(offer));
    targets.push_back(target ? std::optional(*target) : std::nullopt);
  }
  const auto found = search(addresses, with_broadcast);
  std::vector<Endpoint> more;
  std::vector<std::size_t> later;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!targets[i] || !all[i].missing.empty()) continue;
    const std::size_t before = more.size();
    find(all[i], *targets[i], found, resolve, more);
    if (more.size() > before) later.push_back(i);
  }
  if (later.empty()) return all;
  const auto hosts = search(more, false);
  for (std::size_t n = 0; n < later.size(); ++n) {
    Offer& offer = all[later[n]];
    if (const FoundUnit* const unit = hosts.at(more[n]))
      check_service(offer, *targets[later[n]], *unit);
    else
      offer.missing = "does not answer; check its power, cable and network";
  }
  return all;
}

}  // namespace idn::plugins
