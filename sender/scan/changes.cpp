// SPDX-License-Identifier: MIT
#include "sender/scan/changes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/text.hpp"
#include "sender/scan/listing.hpp"
#include "sender/scan/service_names.hpp"

namespace idn::sender {
namespace {

using stream::FoundUnit;

std::vector<std::string> address_names(const FoundUnit& unit) {
  std::vector<std::string> names;
  for (const auto& address : unit.addresses)
    names.push_back(address_text(address) + (address.is_ambiguous ? " (ambiguous)" : ""));
  return names;
}

std::vector<std::string> service_names(const FoundUnit& unit) {
  std::vector<std::string> names;
  for (const auto& service : unit.services) names.push_back(service_text(service));
  return names;
}

/// Text for what was added or removed.
std::vector<std::string> differences(const FoundUnit& before, const FoundUnit& after) {
  std::vector<std::string> found;
  const auto compare = [&](const char* what, const std::vector<std::string>& old_names,
                           const std::vector<std::string>& new_names) {
    for (const auto& name : new_names)
      if (std::ranges::count(old_names, name) == 0) found.push_back(fmt::format("new {} {}", what, name));
    for (const auto& name : old_names)
      if (std::ranges::count(new_names, name) == 0) found.push_back(fmt::format("gone: {} {}", what, name));
  };
  if (before.host_name != after.host_name)
    found.push_back(fmt::format("name \"{}\", was \"{}\"", cli::printable(after.host_name),
                                cli::printable(before.host_name)));
  if (before.status != after.status)
    found.push_back(fmt::format("{}, was {}", status_text(after.status), status_text(before.status)));
  compare("address", address_names(before), address_names(after));
  compare("service", service_names(before), service_names(after));
  return found;
}

std::string joined(const std::vector<std::string>& texts) {
  return fmt::format("{}", fmt::join(texts, "; "));
}

}  // namespace

std::string_view to_string(Change::Kind kind) noexcept {
  switch (kind) {
    case Change::Kind::Found:
      return "found";
    case Change::Kind::Gone:
      return "gone";
    case Change::Kind::Changed:
      break;
  }
  return "changed";
}

std::vector<Change> changes_between(const stream::UnitList& before, const stream::UnitList& after) {
  std::vector<Change> changes;
  for (const FoundUnit& unit : after.units) {
    const FoundUnit* known = before.find(unit.key);
    if (known == nullptr)
      changes.push_back({Change::Kind::Found, unit});
    else if (const auto what = differences(*known, unit); !what.empty())
      changes.push_back({Change::Kind::Changed, unit, joined(what)});
  }
  for (const FoundUnit& unit : before.units)
    if (after.find(unit.key) == nullptr) changes.push_back({Change::Kind::Gone, unit});
  return changes;
}

std::string change_text(const Change& change) {
  const std::string who = fmt::format("{:<7} {}", to_string(change.kind), to_string(change.unit.key));
  if (change.kind == Change::Kind::Changed) return fmt::format("{}  {}", who, change.what);
  if (change.kind == Change::Kind::Gone)
    return fmt::format("{}  {}", who, cli::printable(change.unit.host_name));
  return fmt::format(
      "{}  {}  {}; at {}; services {}", who, status_text(change.unit.status),
      cli::printable(change.unit.host_name), fmt::join(address_names(change.unit), ", "),
      change.unit.services.empty() ? "none" : fmt::format("{}", fmt::join(service_names(change.unit), ", ")));
}

}  // namespace idn::sender
