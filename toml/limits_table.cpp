// SPDX-License-Identifier: MIT
#include "toml/limits_table.hpp"

namespace idn {
namespace {

using namespace output;
using enum LimitAction;

constexpr char kNeeded[] = "this limit needs it";

std::optional<LimitAction> limit_action_from(std::string_view text) {
  if (text == "off") return Off;
  if (text == "count") return Count;
  if (text == "blank") return Blank;
  if (text == "clamp") return Clamp;
  return std::nullopt;
}

LimitAction read_action(TomlTable& table, LimitAction fallback) {
  return table.parsed("action", limit_action_from, R"("off", "count", "blank" or "clamp")").value_or(fallback);
}

Polygon read_corners(TomlTable& table) {
  table.require("corners", kNeeded);
  Polygon corners;
  for (const auto& [x, y] : table.pairs("corners", "a list of corners, [x, y] each")) corners.push_back({x, y});
  return corners;
}

/// The key `most` sets all colours; keys of single colours override it.
void read_brightness(TomlTable& table, Brightness& most) {
  if (const auto all = table.real("most")) most = Brightness::all(*all);
  most.red = table.real("red").value_or(most.red);
  most.green = table.real("green").value_or(most.green);
  most.blue = table.real("blue").value_or(most.blue);
  most.deep_blue = table.real("deep_blue").value_or(most.deep_blue);
  most.yellow = table.real("yellow").value_or(most.yellow);
  most.cyan = table.real("cyan").value_or(most.cyan);
}

void read_scanner(TomlTable& table, std::string_view key, ScannerLimit& limit) {
  table.in_table(key, [&](TomlTable& inner) {
    inner.require("most", kNeeded);
    limit.most = *inner.real("most");
    limit.action = read_action(inner, Clamp);
  });
}

void read_picture(TomlTable& table, PictureSize& picture) {
  table.in_table("picture", [&](TomlTable& inner) {
    picture.left = inner.real("left").value_or(picture.left);
    picture.right = inner.real("right").value_or(picture.right);
    picture.bottom = inner.real("bottom").value_or(picture.bottom);
    picture.top = inner.real("top").value_or(picture.top);
    picture.action = read_action(inner, Clamp);
  });
}

void read_dwell(TomlTable& table, DwellLimit& dwell) {
  table.in_table("dwell", [&](TomlTable& inner) {
    const double longest = std::chrono::duration<double, std::milli>(dwell.longest).count();
    const double milliseconds = inner.real("longest_ms").value_or(longest);
    dwell.size = inner.real("size").value_or(dwell.size);
    dwell.share = inner.real("share").value_or(dwell.share);
    dwell.action = read_action(inner, Blank);
    if (!(milliseconds >= 0 && milliseconds <= 1e6)) inner.fail("longest_ms", "has to be 0.001..10000");
    dwell.longest = Duration(static_cast<Duration::rep>(milliseconds * 1e6));
  });
}

}  // namespace

OutputLimits read_limits(TomlTable& table) {
  OutputLimits limits;
  read_scanner(table, "speed", limits.speed);
  read_scanner(table, "acceleration", limits.acceleration);
  read_picture(table, limits.picture);
  table.in_table("brightness", [&](TomlTable& inner) {
    read_brightness(inner, limits.brightness.most);
    limits.brightness.action = read_action(inner, Clamp);
  });
  read_dwell(table, limits.dwell);
  table.in_tables("zone", [&](TomlTable& inner) {
    Zone& zone = limits.zones.emplace_back();
    zone.corners = read_corners(inner);
    read_brightness(inner, zone.most);
    zone.action = read_action(inner, zone.action);
  });
  table.in_table("allowed", [&](TomlTable& inner) {
    AllowedZones& allowed = limits.allowed.emplace_back();
    allowed.action = read_action(inner, allowed.action);
    inner.in_tables("zone", [&](TomlTable& zone) { allowed.zones.push_back(read_corners(zone)); });
  });
  return limits;
}

}  // namespace idn
