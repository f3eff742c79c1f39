// SPDX-License-Identifier: MIT
#include "venue/venue.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "idn/dscp.hpp"
#include "idn/stream/find/target.hpp"
#include "toml/limits_table.hpp"
#include "venue/folders.hpp"

namespace idn {
namespace {

constexpr char kVariable[] = "IDN_VENUE";

Venue without_file() {
  Venue venue;
  venue.log_file = default_log_file();
  return venue;
}

/// @param unit of the number in the file, in nanoseconds
/// @param least limits of that number, as the next one
void read_duration(TomlTable& table, std::string_view key, Duration& value, double unit, double least,
                   double most) {
  value =
      Duration(std::llround(table.real(key, static_cast<double>(value.count()) / unit, least, most) * unit));
}

void read_hosts(TomlTable& table, HostSettings& hosts) {
  constexpr double kMillisecond = 1e6;
  read_duration(table, "latency_ms", hosts.latency, kMillisecond, 1, 2'000);
  read_duration(table, "hold_ms", hosts.hold, kMillisecond, 10, 60'000);
  if (hosts.hold <= hosts.latency) table.fail("hold_ms", "has to be more than latency_ms");
  hosts.armed = table.flag("armed", hosts.armed);
  hosts.rearm = table.flag("rearm", hosts.rearm);
}

void read_keystone(TomlTable& table, output::Orientation& orientation) {
  constexpr std::string_view kWanted =
      "four corners, [x, y] each: bottom left, bottom right, top right, top left";
  const auto corners = table.pairs("keystone", kWanted);
  if (corners.empty()) return;
  if (corners.size() != 4) table.fail("keystone", "has to be " + std::string(kWanted));
  const auto corner = [&](std::size_t i) { return output::Keystone::Corner{corners[i][0], corners[i][1]}; };
  orientation.keystone = {corner(0), corner(1), corner(2), corner(3)};
  if (const auto problem = problem_in(output::OutputOptions{.orientation = orientation}))
    table.fail("keystone", "is wrong: " + *problem);
}

void read_orientation(TomlTable& table, output::Orientation& orientation) {
  orientation.mirror_x = table.flag("mirror_x", orientation.mirror_x);
  orientation.mirror_y = table.flag("mirror_y", orientation.mirror_y);
  orientation.rotate_degrees = table.real("rotate", orientation.rotate_degrees, -360, 360);
  orientation.scale = table.real("scale", orientation.scale, 0.001, 100);
  orientation.offset_x = table.real("offset_x", orientation.offset_x, -2, 2);
  orientation.offset_y = table.real("offset_y", orientation.offset_y, -2, 2);
  read_keystone(table, orientation);
}

void read_balance(TomlTable& table, output::Brightness& balance) {
  balance.red = table.real("red", balance.red, 0, 1);
  balance.green = table.real("green", balance.green, 0, 1);
  balance.blue = table.real("blue", balance.blue, 0, 1);
  balance.deep_blue = table.real("deep_blue", balance.deep_blue, 0, 1);
  balance.yellow = table.real("yellow", balance.yellow, 0, 1);
  balance.cyan = table.real("cyan", balance.cyan, 0, 1);
}

/// All but the settings of hosts.
void read_projector_settings(TomlTable& table, ProjectorSettings& settings) {
  constexpr double kMicrosecond = 1e3;
  settings.rate = static_cast<std::uint32_t>(table.number("rate", settings.rate, 1, SampleRate::kMax));
  settings.scanner_kpps = table.real("scanners", settings.scanner_kpps, 1, 200);
  settings.format = table
                        .parsed("format", wire::sample_format_from,
                                R"("xyrgb", "xyrgbi", "xyrgb16", "isp-db25" or "extended")")
                        .value_or(settings.format);
  read_orientation(table, settings.orientation);
  settings.brightness = table.real("brightness", settings.brightness, 0, 1);
  table.in_table("balance", [&](TomlTable& inner) { read_balance(inner, settings.balance); });
  settings.dscp =
      table.parsed("dscp", dscp_from, R"(a name such as "EF", "CS4" or "DF")").value_or(settings.dscp);
  read_duration(table, "colour_shift_us", settings.colour_shift, kMicrosecond, -2'000, 2'000);
  table.in_table("limits", [&](TomlTable& inner) {
    settings.limits = output::tightest(settings.limits, read_limits(inner));
  });
  if (const auto problem = output::problem_in(settings.limits)) table.fail("limits", "cannot be: " + *problem);
}

std::optional<EzAudDacRange> range_from(std::string_view text) {
  if (text == "detect") return EzAudDacRange::Detect;
  if (text == "12 bit") return EzAudDacRange::Bits12;
  if (text == "16 bit") return EzAudDacRange::Bits16;
  return std::nullopt;
}

std::optional<LiberaTransport> transport_from(std::string_view text) {
  if (text == "points") return LiberaTransport::Points;
  if (text == "frames") return LiberaTransport::Frames;
  return std::nullopt;
}

Projector read_projector(TomlTable& table, const ProjectorSettings& defaults) {
  Projector projector{.target = {}, .name = {}, .settings = defaults};
  table.require("target", "`idn_sender scan` lists what there is");
  projector.target = table.text("target", "");
  if (projector.target.empty()) table.fail("target", "is empty; `idn_sender scan` lists what there is");
  projector.name = table.text("name", "");
  read_projector_settings(table, projector.settings);
  table.in_table("plugins", [&](TomlTable& inner) { read_hosts(inner, projector.settings.hosts); });
  return projector;
}

void read_plugins(TomlTable& table, Venue& venue) {
  venue.log_file = table.text("log_file", venue.log_file);
  venue.ezauddac_range = table.parsed("ezauddac_range", range_from, R"("detect", "12 bit" or "16 bit")")
                             .value_or(venue.ezauddac_range);
  venue.libera_transport = table.parsed("libera_transport", transport_from, R"("points" or "frames")")
                               .value_or(venue.libera_transport);
  read_hosts(table, venue.defaults.hosts);
}

Venue read_venue(TomlTable& table, const std::string& name) {
  Venue venue = without_file();
  venue.file = name;
  read_projector_settings(table, venue.defaults);
  table.in_table("plugins", [&](TomlTable& inner) { read_plugins(inner, venue); });
  table.in_tables("projector", [&](TomlTable& inner) {
    Projector& added = venue.projectors.emplace_back(read_projector(inner, venue.defaults));
    const auto has_its_name = [&](const Projector& other) { return other.shown_name() == added.shown_name(); };
    if (std::ranges::count_if(venue.projectors, has_its_name) > 1)
      inner.fail(added.name.empty() ? "target" : "name", "is used twice; give each projector its own name");
  });
  return venue;
}

/// @param read_root TomlTable's function that reads the root table
template <class ReadRoot>
tl::expected<Venue, std::string> read(const std::string& name, ReadRoot read_root) try {
  Venue venue;
  read_root([&](TomlTable& table) { venue = read_venue(table, name); });
  return venue;
} catch (const BadToml& bad) {
  return tl::unexpected(bad.text);
}

tl::expected<Venue, std::string> read_file(const std::string& path) {
  return read(path, [&](auto read_root) { TomlTable::read_file(path, read_root); });
}

/// What cannot be looked at counts as there, since it may have limits.
bool file_exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error) || error;
}

}  // namespace

output::OutputOptions ProjectorSettings::output() const {
  return {.orientation = orientation,
          .balance = balance.times(brightness),
          .colour_shift = colour_shift,
          .limits = limits};
}

namespace {

bool may_be_one_service(const stream::Target& a, const stream::Target& b) {
  return !a.service || !b.service || a.service == b.service;
}

/// Whether both name the same place; one may leave out the service.
bool is_same_place(const stream::Target& a, const stream::Target& b) {
  return a.host == b.host && a.port == b.port && a.unit == b.unit && may_be_one_service(a, b);
}

}  // namespace

const Projector* Venue::listed(const std::string& name_or_target) const {
  const auto named = std::ranges::find(projectors, name_or_target, &Projector::name);
  if (named != projectors.end()) return &*named;
  const auto wanted = stream::parse_target(name_or_target);
  if (!wanted) return nullptr;
  std::vector<const Projector*> meant;
  for (const Projector& projector : projectors) {
    const auto target = stream::parse_target(projector.target);
    if (target && *target == *wanted) return &projector;
    const bool is_named = projector.name == wanted->host && target && may_be_one_service(*target, *wanted);
    if (is_named || (target && is_same_place(*target, *wanted))) meant.push_back(&projector);
  }
  return meant.size() == 1 ? meant.front() : nullptr;
}

Projector Venue::find(const std::string& name_or_target) const {
  if (const Projector* const projector = listed(name_or_target)) return *projector;
  return {.target = name_or_target, .name = {}, .settings = defaults};
}

std::vector<std::string> venue_paths() {
  std::vector<std::string> paths;
  for (const std::string& folder : {folders::settings_folder(), folders::machine_folder()})
    if (!folder.empty()) paths.push_back(folder + "/venue.toml");
  return paths;
}

std::string default_log_file() {
  const auto folder = folders::log_folder();
  return folder.empty() ? std::string() : folder + "/plugins.log";
}

tl::expected<Venue, std::string> load_venue(const std::string& named) {
  if (!named.empty()) return read_file(named);
  if (const auto by_variable = folders::environment(kVariable); !by_variable.empty()) {
    if (file_exists(by_variable)) return read_file(by_variable);
    return tl::unexpected(by_variable + ": no such file; " + kVariable + " names it, correct or unset that");
  }
  for (const std::string& path : venue_paths())
    if (file_exists(path)) return read_file(path);
  return without_file();
}

tl::expected<Venue, std::string> parse_venue(std::string_view text, const std::string& name) {
  return read(name, [&](auto read_root) { TomlTable::read_root(text, name, read_root); });
}

}  // namespace idn
