// SPDX-License-Identifier: MIT
#include "sender/target.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cli/failure.hpp"
#include "cli/text.hpp"
#include "idn/io/find/network.hpp"
#include "sender/scan/service_names.hpp"

namespace idn::sender {
namespace {

cli::Failure bad_target(cli::ExitCode code, const std::string& text, const std::string& cause_and_remedy) {
  return {code, fmt::format("--target {}: {}", text, cause_and_remedy)};
}

/// "1, 2 or 5".
std::string lasers_of(const stream::FoundUnit& unit) {
  std::string list;
  for (const auto& service : unit.services)
    if (unit.is_laser(service)) list += fmt::format("{}{}", list.empty() ? "" : ", ", service.service_id);
  return list;
}

std::string cause_of(stream::TargetError fault) {
  switch (fault) {
    case stream::TargetError::Service:
      return "the service after the slash is a number from 1 to 255";
    case stream::TargetError::Port:
      return "the port is a number from 1 to 65535";
    case stream::TargetError::Ipv6:
      return "IPv6 is not supported; give an IPv4 address";
    case stream::TargetError::NoHost:
      break;
  }
  return "give a unit ID, the name of a unit or of its service, a host name or an IPv4 address";
}

std::string service_fault(const stream::FoundUnit& unit, std::uint8_t service_id) {
  const auto* service = unit.find_service(service_id);
  const std::string lasers = lasers_of(unit);
  return fmt::format("{}; {}",
                     service == nullptr ? fmt::format("the unit has no service {}", service_id)
                                        : fmt::format("service {} is of type {}, not a laser", service_id,
                                                      service_type_name(service->type)),
                     lasers.empty() ? "it has no laser, choose another unit" : "its lasers are " + lasers);
}

/// "\"Left\" at 10.0.0.11:7255, \"Right\" at 10.0.0.12:7255".
std::string list_of(const std::vector<stream::FoundUnit>& units) {
  std::string list;
  for (const auto& unit : units)
    list += fmt::format("{}\"{}\" at {}", list.empty() ? "" : ", ", cli::printable(unit.host_name),
                        to_string(unit.addresses.front().endpoint));
  return list;
}

std::string cause_of(stream::LocateError fault, const wire::UnitId& id, std::uint8_t service_id,
                     const stream::UnitList& found) {
  if (fault == stream::LocateError::NoUnit)
    return "no unit with this ID answers; switch it on, check its cable and network, or see what idn_sender "
           "scan finds";
  if (fault == stream::LocateError::SharedId)
    return fmt::format("several units have this ID: {}; give each its own, or name one by its address",
                       list_of(found.conflict_of({id})->claimants));
  const stream::FoundUnit& unit = *found.find({id});
  if (fault == stream::LocateError::Ambiguous)
    return fmt::format("at {} another unit answers too; give each unit its own address",
                       to_string(unit.addresses.front().endpoint));
  return service_fault(unit, service_id);
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
  const auto target = stream::parse_target(text);
  if (target) return *target;
  const std::string cause = cause_of(target.error());
  if (target.error() == stream::TargetError::NoHost) throw cli::Failure(cli::kUsage, "--target: " + cause);
  throw bad_target(cli::kUsage, text, cause);
}

Endpoint locate(const Target& target, std::uint8_t service_id, const stream::UnitList& found) {
  const auto place = stream::locate(*target.unit, service_id, found);
  if (place) return *place;
  throw bad_target(cli::kEnvironment, to_string(*target.unit),
                   cause_of(place.error(), *target.unit, service_id, found));
}

std::optional<client::Location> locate_named(const Target& target, const stream::UnitList& found) {
  const stream::UnitList units = found.told_apart();
  const auto places = stream::locations_of(target.host, target.service, units);
  if (places.size() < 2) return places.empty() ? std::nullopt : std::optional(places.front());
  std::string list;
  for (const client::Location& place : places)
    list +=
        fmt::format("{}{} at {}", list.empty() ? "" : ", ",
                    device_name(*place.unit, std::max<std::uint8_t>(place.service, 1)), to_string(place.at));
  throw bad_target(cli::kEnvironment, target.host, "several have this name; give one of " + list);
}

bool needs_search(const StreamOptions& options) {
  return parse_target(options.target).needs_search();
}

bool is_missing(const StreamOptions& options, const stream::UnitList& found) {
  const Target target = parse_target(options.target);
  if (target.unit) return found.find({*target.unit}) == nullptr;
  return target.may_be_name() && !locate_named(target, found) && !io::resolve(target.host, target.port);
}

StreamOptions located(StreamOptions options, const stream::UnitList& found) {
  const Target target = parse_target(options.target);
  options.service = service_of(target, options);
  options.target = fmt::format("{}:{}", target.host, target.port);
  if (target.unit) {
    options.unit = target.unit;
    options.target = to_string(locate(target, static_cast<std::uint8_t>(options.service), found));
  } else if (const auto place = target.may_be_name() ? locate_named(target, found) : std::nullopt) {
    options.target = to_string(place->at);
    if (options.service == 0) options.service = place->service;
    if (place->unit->id.is_valid() && !place->unit->shares_id()) options.unit = place->unit->id;
  }
  return options;
}

client::Location place_of(const StreamOptions& options) {
  const Target target = parse_target(options.target);
  const auto at = io::resolve(target.host, target.port);
  if (!at && at.error().system == std::errc::invalid_argument)
    throw bad_target(cli::kUsage, options.target, "an address has four numbers from 0 to 255");
  if (!at && target.may_be_name())
    throw bad_target(
        cli::kEnvironment, target.host,
        "no unit of this name answers, and no host has it; check the name and the network, and see what "
        "idn_sender scan finds");
  if (!at)
    throw bad_target(cli::kEnvironment, options.target,
                     at.error().message() + "; check the name and the network");
  std::optional<stream::UnitKey> unit;
  if (options.unit) unit = stream::UnitKey{*options.unit};
  return {.at = *at, .unit = unit, .service = static_cast<std::uint8_t>(options.service)};
}

}  // namespace idn::sender
