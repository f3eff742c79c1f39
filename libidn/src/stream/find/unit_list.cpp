// SPDX-License-Identifier: MIT
#include "idn/stream/find/unit_list.hpp"

#include <algorithm>

namespace idn::stream {

std::string to_string(const UnitKey& key) {
  return key.address ? to_string(*key.address) : to_string(key.id);
}

const wire::ServiceMapEntry* FoundUnit::find_service(std::uint8_t service_id) const noexcept {
  const auto found = std::ranges::find(services, service_id, &wire::ServiceMapEntry::service_id);
  return found == services.end() ? nullptr : &*found;
}

const FoundUnit* UnitList::find(const UnitKey& key) const noexcept {
  const auto found = std::ranges::find(units, key, &FoundUnit::key);
  return found == units.end() ? nullptr : &*found;
}

const FoundUnit* UnitList::at(const Endpoint& endpoint) const noexcept {
  const auto found = std::ranges::find_if(units, [&](const FoundUnit& unit) {
    return std::ranges::count(unit.addresses, endpoint, &UnitAddress::endpoint) > 0;
  });
  return found == units.end() ? nullptr : &*found;
}

const IdentityConflict* UnitList::conflict_of(const UnitKey& key) const noexcept {
  const auto found = std::ranges::find(identity_conflicts, key, &IdentityConflict::unit);
  return found == identity_conflicts.end() ? nullptr : &*found;
}

UnitList UnitList::told_apart() const {
  UnitList apart = *this;
  for (const IdentityConflict& conflict : identity_conflicts) {
    const auto shared = std::ranges::find(apart.units, conflict.unit, &FoundUnit::key);
    if (shared == apart.units.end() || conflict.claimants.empty()) continue;
    const auto place = apart.units.erase(shared);
    apart.units.insert(place, conflict.claimants.begin(), conflict.claimants.end());
  }
  return apart;
}

}  // namespace idn::stream
