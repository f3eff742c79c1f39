// SPDX-License-Identifier: MIT
#include "idn/stream/receive/service_table.hpp"

#include <algorithm>

namespace idn::stream {
namespace {

bool plays(const wire::ServiceMapEntry& entry, wire::ServiceMode mode) {
  const auto wanted = service_type_of(mode);
  if (wanted == wire::ServiceType::Void) return false;
  if (wire::is_laser(wanted)) return wire::is_laser(entry.type);
  return entry.type == wanted;
}

}  // namespace

std::vector<wire::ServiceMapEntry> one_laser(std::string_view name) {
  return {{.service_id = 1,
           .type = wire::ServiceType::LaserProjector,
           .flags = wire::ServiceMapEntry::kDefaultService,
           .name = wire::FixedText<20>(name)}};
}

std::vector<wire::ServiceMapEntry> every_service(std::initializer_list<wire::ServiceType> types) {
  std::vector<wire::ServiceMapEntry> services;
  for (unsigned id = 1; id <= 255; ++id)
    for (const auto type : types) services.push_back({static_cast<std::uint8_t>(id), type, 0, 0, {}});
  return services;
}

ServiceTable::ServiceTable(std::span<const wire::ServiceMapEntry> entries, bool per_source)
    : per_source_(per_source) {
  for (const auto& entry : entries) services_.push_back({entry});
  std::ranges::stable_sort(services_, {}, [](const Service& s) { return s.entry.service_id; });
}

ServiceTable::Service* ServiceTable::find(std::uint8_t service_id, wire::ServiceMode mode) noexcept {
  Service* lowest = nullptr;
  for (Service& service : services_) {
    if (!plays(service.entry, mode)) continue;
    if (service.entry.service_id == service_id) return &service;
    if (service_id == 0 && service.entry.is_default()) return &service;
    if (lowest == nullptr) lowest = &service;
  }
  return service_id == 0 ? lowest : nullptr;
}

/// Nothing if the source had none and none is free.
ServiceTable::Service* ServiceTable::of_source(wire::ServiceMode mode, const Endpoint& source) noexcept {
  Service* free = nullptr;
  for (Service& service : services_) {
    if (!plays(service.entry, mode)) continue;
    if (service.source == source) return &service;
    if (service.owner != nullptr) continue;
    if (free == nullptr || (service.entry.is_default() && !free->entry.is_default())) free = &service;
  }
  return free;
}

ServiceTable::Service* ServiceTable::find(std::uint8_t service_id, wire::ServiceMode mode,
                                          const Endpoint& source) noexcept {
  if (per_source_ && service_id == 0 && wire::is_laser(service_type_of(mode)))
    if (Service* const service = of_source(mode, source)) return service;
  return find(service_id, mode);
}

bool ServiceTable::claim(Service& service, Owner owner, std::uint8_t service_id,
                         const Endpoint& source) noexcept {
  if (!claim(service, owner)) return false;
  if (!per_source_ || !wire::is_laser(service.entry.type)) return true;
  if (service_id != 0) {
    service.source.reset();
    return true;
  }
  // A source has one output at most, or it would change over when its former one becomes free.
  for (Service& other : services_)
    if (other.source == source) other.source.reset();
  service.source = source;
  return true;
}

bool ServiceTable::claim(Service& service, Owner owner) noexcept {
  if (service.owner != nullptr && service.owner != owner) return false;
  service.owner = owner;
  return true;
}

void ServiceTable::release(Service& service, Owner owner) noexcept {
  if (service.owner == owner) service.owner = nullptr;
}

}  // namespace idn::stream
