// SPDX-License-Identifier: MIT
#include "sender/target.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "cli/failure.hpp"
#include "idn/io/discovery.hpp"
#include "sender/scan/words.hpp"

namespace idn::sender {
namespace {

template <class T>
std::optional<T> number_from_1(std::string_view text) {
  T number = 0;
  const char* end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || parsed != end || number == 0) return std::nullopt;
  return number;
}

cli::Failure bad_target(cli::ExitCode code, const std::string& text, const std::string& cause_and_remedy) {
  return {code, fmt::format("--target {}: {}", text, cause_and_remedy)};
}

/// "1, 2 or 5".
std::string lasers_of(const stream::FoundUnit& unit) {
  std::string list;
  for (const auto& service : unit.services)
    if (wire::is_laser(service.type)) list += fmt::format("{}{}", list.empty() ? "" : ", ", service.service_id);
  return list;
}

void check_service(const std::string& name, const stream::FoundUnit& unit, std::uint8_t service_id) {
  if (service_id == 0 || !unit.has_service_map) return;
  const auto* service = unit.find_service(service_id);
  if (service != nullptr && wire::is_laser(service->type)) return;
  const std::string lasers = lasers_of(unit);
  throw bad_target(
      cli::kEnvironment, name,
      fmt::format("{}; {}",
                  service == nullptr ? fmt::format("the unit has no service {}", service_id)
                                     : fmt::format("service {} is of type {}, not a laser", service_id,
                                                   service_type_name(service->type)),
                  lasers.empty() ? "it has no laser, choose another unit" : "its lasers are " + lasers));
}

std::uint64_t service_of(const Target& target, const StreamOptions& options) {
  if (!target.service) return options.service;
  if (options.service != 0 && options.service != *target.service)
    throw bad_target(
        cli::kUsage, options.target,
        fmt::format("names another service than --service {}; leave one of them out", options.service));
  return *target.service;
}

}  // namespace

Target parse_target(const std::string& text) {
  Target target;
  const auto slash = text.rfind('/');
  if (slash != std::string::npos) {
    target.service = number_from_1<std::uint8_t>(std::string_view(text).substr(slash + 1));
    if (!target.service)
      throw bad_target(cli::kUsage, text, "the service after the slash is a number from 1 to 255");
  }
  const std::string name = text.substr(0, slash);
  if (const auto unit = wire::unit_id_from(name)) {
    target.unit = unit;
    return target;
  }
  if (name.starts_with('[') || std::ranges::count(name, ':') > 1)
    throw bad_target(cli::kUsage, text, "IPv6 is not supported; give an IPv4 address");
  const auto colon = name.rfind(':');
  target.host = name.substr(0, colon);
  if (colon != std::string::npos) {
    const auto port = number_from_1<std::uint16_t>(std::string_view(name).substr(colon + 1));
    if (!port) throw bad_target(cli::kUsage, text, "the port is a number from 1 to 65535");
    target.port = *port;
  }
  if (target.host.empty())
    throw cli::Failure(cli::kUsage, "--target: give a host name, an IPv4 address or a unit ID");
  return target;
}

std::string device_name(const stream::UnitKey& unit, std::uint8_t service_id) {
  return fmt::format("{}/{}", to_string(unit), service_id);
}

Endpoint locate(const Target& target, std::uint8_t service_id, const stream::UnitList& found) {
  const std::string name = to_string(*target.unit);
  const auto* unit = found.find({*target.unit});
  if (unit == nullptr)
    throw bad_target(cli::kEnvironment, name,
                     "no unit with this ID answers; switch it on, check its cable and network, or see what "
                     "idn_sender scan finds");
  const stream::UnitAddress& address = unit->addresses.front();
  if (address.is_ambiguous)
    throw bad_target(cli::kEnvironment, name,
                     fmt::format("at {} another unit answers too; give each unit an address of its own",
                                 to_string(address.endpoint)));
  check_service(name, *unit, service_id);
  return address.endpoint;
}

StreamOptions located(StreamOptions options) {
  const Target target = parse_target(options.target);
  options.service = service_of(target, options);
  if (!target.unit) {
    options.target = fmt::format("{}:{}", target.host, target.port);
    return options;
  }
  io::DiscoveryOptions search;
  search.search.client_group = static_cast<std::uint8_t>(options.group);
  const auto report = io::discover(search);
  options.unit = target.unit;
  options.target = to_string(locate(target, static_cast<std::uint8_t>(options.service), report.found));
  return options;
}

}  // namespace idn::sender
