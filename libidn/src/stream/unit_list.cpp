// SPDX-License-Identifier: MIT
#include "idn/stream/unit_list.hpp"

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

}  // namespace idn::stream
