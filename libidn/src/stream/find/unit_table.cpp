// SPDX-License-Identifier: MIT
#include "stream/find/unit_table.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "stream/find/discovery.hpp"

namespace idn::stream {
namespace {

bool is_at(const UnitAddress& address, const Endpoint& endpoint, const std::string& interface_name) {
  return address.endpoint == endpoint && address.interface_name == interface_name;
}

bool is_ambiguous(const UnitAddress& address, const std::vector<AddressConflict>& conflicts) {
  return std::ranges::any_of(conflicts, [&](const AddressConflict& conflict) {
    return is_at(address, conflict.endpoint, conflict.interface_name);
  });
}

/// Sort key: addresses that answer come first, then those on a local network, then wired before wireless. The
/// rest only makes the order deterministic.
auto preference(const UnitAddress& address) {
  return std::tuple(address.missed_rounds, !address.answers_unicast, address.is_ambiguous,
                    !address.is_local_network, address.is_wireless, address.endpoint,
                    std::string_view(address.interface_name));
}

}  // namespace

void UnitTable::start_round() {
  for (auto& [key, unit] : units_)
    for (Address& address : unit.addresses) ++address.missed_rounds;
}

UnitTable::Address* UnitTable::find(const UnitKey& key, const Origin& origin) {
  const auto unit = units_.find(key);
  if (unit == units_.end()) return nullptr;
  const auto found = std::ranges::find_if(unit->second.addresses, [&](const Address& address) {
    return is_at(address, origin.endpoint, origin.network.name);
  });
  return found == unit->second.addresses.end() ? nullptr : &*found;
}

bool UnitTable::has_room_for(const UnitKey& key, const Origin& origin) const {
  const auto known = units_.find(key);
  if (known == units_.end() && units_.size() >= Discovery::kMaxUnits) return false;
  if (known != units_.end() && known->second.addresses.size() >= Discovery::kMaxAddressesPerUnit) return false;
  std::size_t addresses = 0, units_there = 0;
  for (const auto& [other, unit] : units_) {
    addresses += unit.addresses.size();
    units_there += std::ranges::any_of(unit.addresses, [&](const Address& address) {
      return is_at(address, origin.endpoint, origin.network.name);
    });
  }
  return addresses < Discovery::kMaxAddresses && units_there < Discovery::kMaxUnitsPerAddress;
}

UnitTable::Recorded UnitTable::record(const wire::ScanResponse& answer, const Origin& origin) {
  const UnitKey key = UnitKey::of(answer.unit_id, origin.endpoint);
  Address* address = find(key, origin);
  if (address == nullptr && !has_room_for(key, origin)) return Recorded::Refused;
  Unit& unit = units_[key];
  unit.host_name = answer.host_name.view();
  unit.status = answer.status;
  unit.protocol_version = answer.protocol_version;
  const bool is_first = address == nullptr || !address->answered();
  if (address == nullptr) address = &unit.addresses.emplace_back();
  if (is_first) {
    address->endpoint = origin.endpoint;
    address->interface_name = origin.network.name;
    address->is_local_network =
        origin.network.address != 0 && origin.network.contains(origin.endpoint.ipv4_address());
    address->is_wireless = origin.network.is_wireless;
    address->answers_unicast = false;
    address->missed_rounds = 0;
  }
  address->host_name = unit.host_name;
  address->status = unit.status;
  address->protocol_version = unit.protocol_version;
  return is_first ? Recorded::FirstThisRound : Recorded::Again;
}

void UnitTable::confirm_unicast(const UnitKey& unit, const Origin& origin) {
  if (Address* address = find(unit, origin)) address->answers_unicast = true;
}

void UnitTable::set_round_trip(const UnitKey& unit, const Origin& origin, Duration round_trip) {
  if (Address* address = find(unit, origin)) address->round_trip = round_trip;
}

void UnitTable::set_services(const UnitKey& key, const Origin& origin,
                             std::vector<wire::ServiceMapEntry> services) {
  const auto unit = units_.find(key);
  if (unit == units_.end()) return;
  if (Address* address = find(key, origin)) address->services = services;
  unit->second.services = std::move(services);
  unit->second.has_service_map = true;
}

void UnitTable::finish_round(unsigned missed_rounds) {
  for (auto& [key, unit] : units_)
    std::erase_if(unit.addresses, [&](const Address& a) { return a.missed_rounds >= missed_rounds; });
  std::erase_if(units_, [](const auto& entry) { return entry.second.addresses.empty(); });
}

std::vector<AddressConflict> UnitTable::address_conflicts() const {
  std::map<std::pair<Endpoint, std::string>, std::vector<UnitKey>> units_at;
  for (const auto& [key, unit] : units_)
    for (const Address& address : unit.addresses)
      if (address.answered()) units_at[{address.endpoint, address.interface_name}].push_back(key);
  std::vector<AddressConflict> conflicts;
  for (auto& [place, units] : units_at)
    if (units.size() > 1) conflicts.push_back({place.first, place.second, std::move(units)});
  return conflicts;
}

/// Services are those of the preferred address that has told any.
FoundUnit UnitTable::claimant(const UnitKey& key, const std::string& name, const Unit& unit,
                              const std::vector<AddressConflict>& addresses) {
  std::vector<Address> own;
  for (const Address& address : unit.addresses)
    if (address.host_name == name) own.push_back(address);
  for (Address& address : own) address.is_ambiguous = is_ambiguous(address, addresses);
  std::ranges::sort(own, {}, preference);
  FoundUnit found{.key = {key.id, own.front().endpoint},
                  .host_name = name,
                  .status = own.front().status,
                  .protocol_version = own.front().protocol_version,
                  .addresses = {own.begin(), own.end()}};
  for (const Address& address : own) {
    if (!address.services) continue;
    found.has_service_map = true;
    found.services = *address.services;
    break;
  }
  return found;
}

std::vector<IdentityConflict> UnitTable::identity_conflicts(
    const std::vector<AddressConflict>& addresses) const {
  std::vector<IdentityConflict> conflicts;
  for (const auto& [key, unit] : units_) {
    std::set<std::string> names;
    for (const Address& address : unit.addresses)
      if (address.answered()) names.insert(address.host_name);
    if (names.size() < 2) continue;
    IdentityConflict& conflict = conflicts.emplace_back(IdentityConflict{key, {names.begin(), names.end()}});
    for (const std::string& name : names) conflict.claimants.push_back(claimant(key, name, unit, addresses));
    std::ranges::sort(conflict.claimants, {}, &FoundUnit::key);
  }
  return conflicts;
}

UnitList UnitTable::list() const {
  UnitList list{.address_conflicts = address_conflicts()};
  list.identity_conflicts = identity_conflicts(list.address_conflicts);
  for (const auto& [key, unit] : units_) {
    FoundUnit& found =
        list.units.emplace_back(FoundUnit{.key = key,
                                          .host_name = unit.host_name,
                                          .status = unit.status,
                                          .protocol_version = unit.protocol_version,
                                          .addresses = {unit.addresses.begin(), unit.addresses.end()},
                                          .has_service_map = unit.has_service_map,
                                          .services = unit.services});
    for (UnitAddress& address : found.addresses)
      address.is_ambiguous = is_ambiguous(address, list.address_conflicts);
    std::ranges::sort(found.addresses, {}, preference);
  }
  return list;
}

}  // namespace idn::stream
