// SPDX-License-Identifier: MIT
#include "sender/scan/listing.hpp"

#include <fmt/format.h>

#include "cli/text.hpp"
#include "sender/scan/service_names.hpp"
#include "sender/target.hpp"

namespace idn::sender {
namespace {

using Json = nlohmann::ordered_json;

std::string interface_text(const std::string& name) {
  return name.empty() ? "a router" : name;
}

std::string remarks(const stream::UnitAddress& address) {
  std::string text;
  if (!address.answers_unicast) text += "  answers broadcasts only";
  if (address.is_ambiguous) text += "  ambiguous, another unit answers here";
  return text;
}

std::string address_line(const stream::UnitAddress& address) {
  const std::string round_trip =
      address.round_trip ? fmt::format("{:.2f} ms", in_millis(*address.round_trip)) : "-";
  return fmt::format("  {:<21}  {:<8}  {:>9}{}\n", to_string(address.endpoint),
                     interface_text(address.interface_name), round_trip, remarks(address));
}

/// Lasers are listed by their device name, which --target accepts.
std::string service_line(const stream::FoundUnit& unit, const wire::ServiceMapEntry& service) {
  const bool is_laser = unit.is_laser(service);
  const std::string name =
      is_laser ? device_name(unit.key, service.service_id) : fmt::format("service {}", service.service_id);
  const std::string line =
      fmt::format("  {:<21}  {:<8}  {:>9}  {}", name, service_type_name(service.type),
                  service.is_default() ? "default" : "", cli::printable(service.name.view()));
  const std::string remark =
      is_laser && !wire::is_laser(service.type) ? "  type unknown, taken as a laser" : "";
  return line.substr(0, line.find_last_not_of(' ') + 1) + remark + '\n';
}

Json address_json(const stream::UnitAddress& address) {
  const std::string endpoint = to_string(address.endpoint);
  return {{"address", endpoint.substr(0, endpoint.rfind(':'))},
          {"port", address.endpoint.port},
          {"interface", address.interface_name.empty() ? Json(nullptr) : Json(address.interface_name)},
          {"round_trip_us", address.round_trip ? Json(in_micros(*address.round_trip)) : Json(nullptr)},
          {"local_network", address.is_local_network},
          {"answers_unicast", address.answers_unicast},
          {"ambiguous", address.is_ambiguous}};
}

Json service_json(const stream::FoundUnit& unit, const wire::ServiceMapEntry& service) {
  Json object{{"id", service.service_id},
              {"type", service_type_name(service.type)},
              {"default", service.is_default()},
              {"name", service.name.view()}};
  if (unit.is_laser(service)) object["device"] = device_name(unit.key, service.service_id);
  return object;
}

}  // namespace

std::string address_text(const stream::UnitAddress& address) {
  return fmt::format("{} on {}", to_string(address.endpoint), interface_text(address.interface_name));
}

std::string service_text(const wire::ServiceMapEntry& service) {
  return fmt::format("{} {} \"{}\"", service.service_id, service_type_name(service.type),
                     cli::printable(service.name.view()));
}

std::string unit_text(const stream::FoundUnit& unit) {
  std::string text = fmt::format("{}  {}  {}\n", to_string(unit.key), status_text(unit.status),
                                 cli::printable(unit.host_name));
  for (const auto& address : unit.addresses) text += address_line(address);
  for (const auto& service : unit.services) text += service_line(unit, service);
  if (!unit.has_service_map) text += "  did not report its services\n";
  return text;
}

std::string unit_names(const stream::FoundUnit& unit) {
  std::string names;
  const auto add = [&names](const std::string& name) {
    if (!name.empty()) names += cli::printable(name) + '\n';
  };
  add(unit.host_name);
  for (const auto& service : unit.services)
    if (unit.is_laser(service)) add(std::string(service.name.view()));
  add(to_string(unit.key));
  return names;
}

nlohmann::ordered_json unit_json(const stream::FoundUnit& unit, const std::string& event) {
  Json addresses = Json::array(), services = Json::array();
  for (const auto& address : unit.addresses) addresses.push_back(address_json(address));
  for (const auto& service : unit.services) services.push_back(service_json(unit, service));
  return {{"event", event},
          {"id", to_string(unit.key)},
          {"name", unit.host_name},
          {"status", status_names(unit.status)},
          {"protocol", fmt::format("{}.{}", unit.protocol_version >> 4, unit.protocol_version & 0xF)},
          {"addresses", addresses},
          {"services", unit.has_service_map ? services : Json(nullptr)}};
}

std::string problem_text(const InterfaceProblem& problem) {
  return problem.name.empty() ? problem.reason : fmt::format("{} {}", problem.name, problem.reason);
}

std::string conflict_text(const stream::AddressConflict& conflict) {
  std::string units;
  for (const auto& unit : conflict.units) units += (units.empty() ? "" : ", ") + to_string(unit);
  return fmt::format("conflict: {} on {} answers as {}; give each unit its own address",
                     to_string(conflict.endpoint), interface_text(conflict.interface_name), units);
}

std::string conflict_text(const stream::IdentityConflict& conflict) {
  std::string names;
  for (const auto& name : conflict.host_names)
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", cli::printable(name));
  return fmt::format("conflict: units named {} all have the ID {}; change the ID of all but one", names,
                     to_string(conflict.unit));
}

}  // namespace idn::sender
