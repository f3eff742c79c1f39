// SPDX-License-Identifier: MIT
#include "idn/stream/find/target.hpp"

#include <algorithm>
#include <charconv>

namespace idn::stream {
namespace {

template <class T>
std::optional<T> number_from_1(std::string_view text) {
  T number = 0;
  const char* end = text.data() + text.size();
  // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): from_chars gets the end
  const auto [parsed, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || parsed != end || number == 0) return std::nullopt;
  return number;
}

std::optional<TargetError> parse_host(std::string_view name, Target& target) {
  if (name.starts_with('[') || std::ranges::count(name, ':') > 1) return TargetError::Ipv6;
  const auto colon = name.rfind(':');
  target.host = name.substr(0, colon);
  if (colon != std::string_view::npos) {
    const auto port = number_from_1<std::uint16_t>(name.substr(colon + 1));
    if (!port) return TargetError::Port;
    target.port = *port;
  }
  if (target.host.empty()) return TargetError::NoHost;
  return std::nullopt;
}

}  // namespace

tl::expected<Target, TargetError> parse_target(std::string_view text) {
  Target target;
  const auto slash = text.rfind('/');
  if (slash != std::string_view::npos) {
    target.service = number_from_1<std::uint8_t>(text.substr(slash + 1));
    if (!target.service) return tl::unexpected(TargetError::Service);
  }
  const std::string_view name = text.substr(0, slash);
  target.unit = wire::unit_id_from(name);
  if (target.unit) return target;
  if (const auto fault = parse_host(name, target)) return tl::unexpected(*fault);
  return target;
}

std::string device_name(const UnitKey& unit, std::uint8_t service_id) {
  return to_string(unit) + "/" + std::to_string(service_id);
}

tl::expected<Endpoint, LocateError> locate(const wire::UnitId& id, std::uint8_t service_id,
                                           const UnitList& found) {
  const auto* unit = found.find({id});
  if (unit == nullptr) return tl::unexpected(LocateError::NoUnit);
  if (found.conflict_of(unit->key) != nullptr) return tl::unexpected(LocateError::SharedId);
  const UnitAddress& address = unit->addresses.front();
  if (address.is_ambiguous) return tl::unexpected(LocateError::Ambiguous);
  if (service_id == 0 || !unit->has_service_map) return address.endpoint;
  const auto* service = unit->find_service(service_id);
  if (service == nullptr) return tl::unexpected(LocateError::NoService);
  if (!unit->is_laser(*service)) return tl::unexpected(LocateError::NoLaser);
  return address.endpoint;
}

std::vector<Location> locations_of(std::string_view name, std::optional<std::uint8_t> service,
                                   const UnitList& found) {
  std::vector<Location> places;
  for (const FoundUnit& unit : found.units) {
    const Endpoint at = unit.addresses.front().endpoint;
    if (unit.host_name == name) places.push_back({at, unit.key, service.value_or(0)});
    if (service) continue;
    for (const wire::ServiceMapEntry& entry : unit.services)
      if (unit.is_laser(entry) && entry.name.view() == name && unit.host_name != name)
        places.push_back({at, unit.key, entry.service_id});
  }
  return places;
}

}  // namespace idn::stream
