// SPDX-License-Identifier: MIT
#include "idn/client/limits_file.hpp"

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <memory>
#include <system_error>

#include "client/platform/administrator_file.hpp"
#include "client/toml_reader.hpp"

namespace idn::client {
namespace {

using enum LimitAction;

/// More than anybody writes by hand.
constexpr std::size_t kLargestLimitsFile = 1 << 20;

tl::expected<std::string, std::string> read_file(const std::string& path) {
  // Not std::ifstream: that of libc++ reads a folder as an empty file instead of failing.
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  std::string text;
  std::array<char, 4096> block;
  while (file != nullptr && text.size() <= kLargestLimitsFile) {
    const std::size_t size = std::fread(block.data(), 1, block.size(), file.get());
    if (size == 0) break;
    text.append(block.data(), size);
  }
  if (file == nullptr || std::ferror(file.get()) != 0)
    return tl::unexpected(path + ": " + std::error_code(errno, std::generic_category()).message());
  if (text.size() > kLargestLimitsFile) return tl::unexpected(path + ": is larger than a mebibyte");
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

}  // namespace idn::client
