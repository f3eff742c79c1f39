// SPDX-License-Identifier: MIT
#include "idn/output/limits_file.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "output/platform/administrator_file.hpp"
#include "output/toml_reader.hpp"

namespace idn::output {
namespace {

using enum LimitAction;

/// Devices, pipes and the like, which could block or never end, are refused.
tl::expected<std::string, std::string> read_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    return tl::unexpected(path + ": " + std::make_error_code(std::errc::no_such_file_or_directory).message());
  if (!std::filesystem::is_regular_file(status)) return tl::unexpected(path + ": is no regular file");
  if (std::filesystem::file_size(path, error) > kLargestFile)
    return tl::unexpected(path + ": is larger than a mebibyte");
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file.is_open() || file.bad()) return tl::unexpected(path + ": cannot be read; check its permissions");
  return text;
}

/// The key `most` sets all colours; keys of single colours override it.
void read_brightness(TomlReader& table, Brightness& most) {
  double all = std::nan("");
  table.read("most", all);
  if (!std::isnan(all)) most = Brightness::all(all);
  table.read("red", most.red);
  table.read("green", most.green);
  table.read("blue", most.blue);
  table.read("deep_blue", most.deep_blue);
  table.read("yellow", most.yellow);
  table.read("cyan", most.cyan);
}

void read_scanner(TomlReader& table, std::string_view key, ScannerLimit& limit) {
  table.in_table(key, [&](TomlReader& inner) {
    limit.action = Clamp;
    inner.require("most", limit.most);
    inner.read("action", limit.action);
  });
}

void read_picture(TomlReader& table, PictureSize& picture) {
  table.in_table("picture", [&](TomlReader& inner) {
    picture.action = Clamp;
    inner.read("left", picture.left);
    inner.read("right", picture.right);
    inner.read("bottom", picture.bottom);
    inner.read("top", picture.top);
    inner.read("action", picture.action);
  });
}

void read_dwell(TomlReader& table, DwellLimit& dwell) {
  table.in_table("dwell", [&](TomlReader& inner) {
    dwell.action = Blank;
    double milliseconds = std::chrono::duration<double, std::milli>(dwell.longest).count();
    inner.read("size", dwell.size);
    inner.read("longest_ms", milliseconds);
    inner.read("share", dwell.share);
    inner.read("action", dwell.action);
    if (!(milliseconds >= 0 && milliseconds <= 1e6)) inner.fail("longest_ms", "has to be 0.001..10000");
    dwell.longest = Duration(static_cast<Duration::rep>(milliseconds * 1e6));
  });
}

void read_zones(TomlReader& table, OutputLimits& limits) {
  table.in_tables("zone", [&](TomlReader& inner) {
    Zone zone;
    inner.require("corners", zone.corners);
    read_brightness(inner, zone.most);
    inner.read("action", zone.action);
    limits.zones.push_back(zone);
  });
}

void read_allowed(TomlReader& table, OutputLimits& limits) {
  table.in_table("allowed", [&](TomlReader& inner) {
    AllowedZones allowed;
    inner.read("action", allowed.action);
    inner.in_tables("zone", [&](TomlReader& zone) { zone.require("corners", allowed.zones.emplace_back()); });
    limits.allowed.push_back(allowed);
  });
}

}  // namespace

void read_limits(TomlReader& table, OutputLimits& limits) {
  read_scanner(table, "speed", limits.speed);
  read_scanner(table, "acceleration", limits.acceleration);
  read_picture(table, limits.picture);
  table.in_table("brightness", [&](TomlReader& inner) {
    limits.brightness.action = Clamp;
    read_brightness(inner, limits.brightness.most);
    inner.read("action", limits.brightness.action);
  });
  read_dwell(table, limits.dwell);
  read_zones(table, limits);
  read_allowed(table, limits);
}

tl::expected<OutputLimits, std::string> load_limits(const std::string& path) {
  return read_file(path).and_then([&](const std::string& text) { return parse_limits(text, path); });
}

tl::expected<OutputLimits, std::string> machine_limits(const std::string& path) {
  if (path.empty()) return OutputLimits{};
  const auto text = read_administrator_file(path);
  if (!text) return tl::unexpected(text.error());
  return *text ? parse_limits(**text, path) : OutputLimits{};
}

tl::expected<OutputLimits, std::string> parse_limits(std::string_view text, const std::string& name) try {
  const toml::table root = parse_toml(text, name);
  TomlReader table(root, name);
  OutputLimits limits;
  read_limits(table, limits);
  table.refuse_unknown_keys();
  if (const auto complaint = problem_in(limits)) return tl::unexpected(name + ": " + *complaint);
  return limits;
} catch (const BadToml& bad) {
  return tl::unexpected(bad.text);
}

}  // namespace idn::output
