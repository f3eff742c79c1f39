// SPDX-License-Identifier: MIT
#include "idn_server/config/unit_file.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "cli/units.hpp"
#include "idn/stream/receive/service_table.hpp"
#include "idn_server/unit_identity.hpp"
#include "toml/toml_table.hpp"

namespace idn::server {
namespace {

constexpr std::size_t kMostUnits = 256;
/// A session may hold a few megabytes of unfinished frames.
constexpr std::int64_t kMostSessions = 1024;
constexpr std::size_t kLongestAuthCode = 12;

wire::ServiceMapEntry read_service(TomlTable& table, const std::vector<wire::ServiceMapEntry>& others) {
  table.require("id", "give each service a number from 1 to 255");
  table.require("type", "choose laser, dmx, audio or a number");
  wire::ServiceMapEntry service;
  service.service_id = static_cast<std::uint8_t>(table.number("id", 0, 1, 255));
  service.type = *table.parsed("type", parse_service_type, "laser, dmx, audio or a number from 1 to 255");
  service.name = wire::FixedText<20>(table.text("name", fmt::format("service {}", service.service_id)));
  if (table.flag("default", false)) service.flags = wire::ServiceMapEntry::kDefaultService;

  for (const auto& other : others) {
    if (other.service_id == service.service_id)
      table.fail("id", fmt::format("{} is taken by another service; choose a free one", other.service_id));
    if (service.is_default() && other.is_default() && other.type == service.type)
      table.fail("default", "is taken by another service of this type; keep one of them");
  }
  return service;
}

std::vector<wire::ServiceMapEntry> read_services(TomlTable& unit) {
  std::vector<wire::ServiceMapEntry> services;
  unit.in_tables("service", [&](TomlTable& table) { services.push_back(read_service(table, services)); });
  if (services.empty()) services = stream::one_laser();
  mark_default_services(services);
  return services;
}

std::string read_auth_code(TomlTable& table) {
  const std::string code = table.text("auth_code", "");
  if (code.size() > kLongestAuthCode)
    table.fail("auth_code", fmt::format("has to be at most {} octets long", kLongestAuthCode));
  return code;
}

DacOptions read_output(TomlTable& unit) {
  DacOptions output;
  if (const std::string buffer = unit.text("buffer", "40ms"); !output.take_buffer(buffer))
    unit.fail("buffer", fmt::format("has to be {}", kBufferForms));
  output.is_adaptive = unit.flag("adaptive", output.is_adaptive);
  output.late =
      unit.parsed("late", analysis::late_datagrams_from, "\"drop\" or \"play\"").value_or(output.late);
  if (!output.is_possible())
    unit.fail(
        "late",
        "\"play\" has no meaning where adaptive is true or buffer is auto: the output waits longer instead");
  if (!output.is_clear()) unit.fail("buffer", "\"auto\" has its own way to adapt: leave out adaptive");
  output.clock_ppm = unit.real("clock_ppm", output.clock_ppm, -10'000, 10'000);
  output.max_rate = static_cast<std::uint32_t>(unit.number("max_rate", 0, 0, DacOptions::kMostRate));
  return output;
}

/// Zero stands for every address, and for a port that the system chooses.
bool have_same_address(const UnitOptions& a, const UnitOptions& b) {
  const bool same_address = a.address == b.address || a.address == 0 || b.address == 0;
  return same_address && a.port == b.port && a.port != 0;
}

void check_against(const UnitOptions& unit, const UnitOptions& other, const TomlTable& table) {
  if (unit.name == other.name) table.fail("name", "is taken by another unit; choose another");
  if (unit.unit_id && unit.unit_id == other.unit_id)
    table.fail("unit_id", fmt::format("is the ID of \"{}\"; leave it out to have one made", other.name));
  if (have_same_address(unit, other))
    table.fail("port", fmt::format("{} is taken by \"{}\" on the same address; choose another, or another bind",
                                   unit.port, other.name));
}

UnitOptions read_unit(TomlTable& table, const std::vector<UnitOptions>& others) {
  table.require("name", "give each unit one");
  UnitOptions unit;
  unit.name = table.text("name", "");
  if (unit.name.empty()) table.fail("name", "has to be text, not empty");
  unit.address =
      table.parsed("bind", cli::parse_address, "an IPv4 address of this machine").value_or(unit.address);
  unit.port = static_cast<std::uint16_t>(table.number("port", unit.port, 0, 65535));
  unit.unit_id = table.parsed("unit_id", parse_unit_id, "like 01-123456789ABC");
  unit.group_mask = static_cast<std::uint16_t>(table.number("group_mask", unit.group_mask, 0, 0xFFFF));
  unit.auth_code = read_auth_code(table);
  const auto sessions = [&](std::string_view key, std::size_t fallback) {
    return static_cast<std::size_t>(table.number(key, static_cast<std::int64_t>(fallback), 1, kMostSessions));
  };
  unit.max_sessions = sessions("max_sessions", unit.max_sessions);
  unit.max_sessions_per_source = sessions("max_sessions_per_source", unit.max_sessions_per_source);
  unit.allow =
      table.all_parsed("allow", cli::parse_ipv4_network, "a list of IPv4 networks like \"10.0.0.0/8\"");
  unit.output = read_output(table);
  unit.per_source = table.flag("per_source", unit.per_source);
  unit.services = read_services(table);
  for (const auto& other : others) check_against(unit, other, table);
  return unit;
}

}  // namespace

std::vector<UnitOptions> read_units(std::string_view text, const std::string& file) try {
  std::vector<UnitOptions> units;
  TomlTable::read_root(text, file, [&](TomlTable& table) {
    table.require("unit", "describe each unit in a table [[unit]]");
    table.in_tables("unit", [&](TomlTable& unit) { units.push_back(read_unit(unit, units)); });
    if (units.empty() || units.size() > kMostUnits)
      table.fail("unit", fmt::format("has to be given 1 to {} times", kMostUnits));
  });
  return units;
} catch (const BadToml& bad) {
  throw cli::Failure(cli::kUsage, bad.text);
}

std::vector<UnitOptions> read_unit_file(const std::string& path) {
  return read_units(cli::read_whole_file(path, "give a readable TOML file with --config"), path);
}

}  // namespace idn::server
