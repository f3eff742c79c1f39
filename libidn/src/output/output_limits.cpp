// SPDX-License-Identifier: MIT
#include "idn/output/output_limits.hpp"

#include <algorithm>
#include <cmath>

#include "output/corners.hpp"

namespace idn::output {
namespace {

using enum LimitAction;
using Problem = std::optional<std::string>;

bool is_acting(LimitAction action) noexcept {
  return action == Blank || action == Clamp;
}

/// The limit that applies alone, since the other one is off, or only counts while this one acts; null if both
/// apply.
template <class Limit>
const Limit* only_one(const Limit& a, const Limit& b) noexcept {
  if (is_acting(a.action) != is_acting(b.action)) return is_acting(a.action) ? &a : &b;
  if (a.action == Off) return &b;
  return b.action == Off ? &a : nullptr;
}

ScannerLimit stricter(const ScannerLimit& a, const ScannerLimit& b) noexcept {
  if (const auto* one = only_one(a, b)) return *one;
  return {std::min(a.most, b.most), std::max(a.action, b.action)};
}

PictureSize stricter(const PictureSize& a, const PictureSize& b) noexcept {
  if (const auto* one = only_one(a, b)) return *one;
  return {std::max(a.left, b.left), std::min(a.right, b.right), std::max(a.bottom, b.bottom),
          std::min(a.top, b.top), std::max(a.action, b.action)};
}

BrightnessLimit stricter(const BrightnessLimit& a, const BrightnessLimit& b) noexcept {
  if (const auto* one = only_one(a, b)) return *one;
  return {{std::min(a.most.red, b.most.red), std::min(a.most.green, b.most.green),
           std::min(a.most.blue, b.most.blue), std::min(a.most.deep_blue, b.most.deep_blue),
           std::min(a.most.yellow, b.most.yellow), std::min(a.most.cyan, b.most.cyan)},
          std::max(a.action, b.action)};
}

/// The larger size is the stricter one: no square inside of a square gets more light than the whole.
DwellLimit stricter(const DwellLimit& a, const DwellLimit& b) noexcept {
  if (const auto* one = only_one(a, b)) return *one;
  return {std::max(a.size, b.size), std::min(a.longest, b.longest), std::min(a.share, b.share),
          std::max(a.action, b.action)};
}

template <class T>
std::vector<T> joined(std::vector<T> a, const std::vector<T>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// False for NaN, too.
bool within(double value, double least, double most) noexcept {
  return value >= least && value <= most;
}

Problem check_scanner(const ScannerLimit& limit, const char* name) {
  if (limit.action == Off || within(limit.most, 1e-3, 1e15)) return std::nullopt;
  return std::string("the ") + name + " limit has to be 0.001..1e15";
}

Problem check_picture(const PictureSize& picture) {
  if (picture.action == Off) return std::nullopt;
  if (within(picture.left, -1, 1) && within(picture.right, -1, 1) && within(picture.bottom, -1, 1) &&
      within(picture.top, -1, 1) && picture.left < picture.right && picture.bottom < picture.top)
    return std::nullopt;
  return "the picture size has to lie within -1..1, left below right and bottom below top; nothing is left "
         "where "
         "two sizes do not overlap";
}

Problem check_brightness(const Brightness& most, const char* where) {
  for (const double part : {most.red, most.green, most.blue, most.deep_blue, most.yellow, most.cyan})
    if (!within(part, 0, 1)) return std::string("the brightness ") + where + " has to be 0..1";
  return std::nullopt;
}

Problem check_dwell(const DwellLimit& dwell) {
  using namespace std::chrono_literals;
  if (dwell.action == Off) return std::nullopt;
  if (!within(dwell.size, 0.01, 0.5)) return "the size of the dwell limit has to be 0.01..0.5 picture widths";
  if (dwell.longest < 1us || dwell.longest > 10s) return "the longest dwell time has to be 1 us to 10 s";
  if (!within(dwell.share, 0.001, 1)) return "the share of the dwell limit has to be 0.001..1";
  return std::nullopt;
}

Problem check_polygon(const Polygon& polygon) {
  if (polygon.size() < 3 || polygon.size() > OutputLimits::kMaxCorners)
    return "a zone has to have 3 to " + std::to_string(OutputLimits::kMaxCorners) + " corners";
  for (const ZonePoint& corner : polygon)
    if (!within(corner.x, -1, 1) || !within(corner.y, -1, 1))
      return "the corners of a zone have to lie within -1..1";
  if (!is_simple(on_grid(polygon)))
    return "the outline of a zone has to enclose an area, and must not cross itself";
  return std::nullopt;
}

Problem check_zones(const OutputLimits& limits) {
  std::size_t count = limits.zones.size();
  for (const Zone& zone : limits.zones) {
    if (auto problem = check_polygon(zone.corners)) return problem;
    if (auto problem = check_brightness(zone.most, "of a zone")) return problem;
  }
  for (const AllowedZones& allowed : limits.allowed) {
    count += allowed.zones.size();
    if (allowed.zones.empty()) return "allowed zones need at least one polygon";
    if (allowed.action == Clamp) return "allowed zones blank or count; they do not clamp";
    for (const Polygon& polygon : allowed.zones)
      if (auto problem = check_polygon(polygon)) return problem;
  }
  if (count <= OutputLimits::kMaxZones) return std::nullopt;
  return "there are more than " + std::to_string(OutputLimits::kMaxZones) + " zones";
}

template <class Predicate>
bool exists(const OutputLimits& limits, Predicate is_one) noexcept {
  const auto has_one = [&](const auto& limit) { return is_one(limit.action); };
  return has_one(limits.speed) || has_one(limits.acceleration) || has_one(limits.picture) ||
         has_one(limits.brightness) || has_one(limits.dwell) || std::ranges::any_of(limits.zones, has_one) ||
         std::ranges::any_of(limits.allowed, has_one);
}

}  // namespace

bool OutputLimits::any() const noexcept {
  return exists(*this, [](LimitAction action) { return action != Off; });
}

bool OutputLimits::acts() const noexcept {
  return exists(*this, is_acting);
}

Problem problem_in(const OutputLimits& limits) {
  if (auto problem = check_scanner(limits.speed, "speed")) return problem;
  if (auto problem = check_scanner(limits.acceleration, "acceleration")) return problem;
  if (auto problem = check_picture(limits.picture)) return problem;
  if (limits.brightness.action != Off)
    if (auto problem = check_brightness(limits.brightness.most, "limit")) return problem;
  if (auto problem = check_dwell(limits.dwell)) return problem;
  return check_zones(limits);
}

OutputLimits tightest(const OutputLimits& a, const OutputLimits& b) {
  return {.speed = stricter(a.speed, b.speed),
          .acceleration = stricter(a.acceleration, b.acceleration),
          .picture = stricter(a.picture, b.picture),
          .brightness = stricter(a.brightness, b.brightness),
          .dwell = stricter(a.dwell, b.dwell),
          .zones = joined(a.zones, b.zones),
          .allowed = joined(a.allowed, b.allowed)};
}

}  // namespace idn::output
