// SPDX-License-Identifier: MIT
#include "idn/output/output_options.hpp"

#include <array>
#include <cmath>

namespace idn::output {
namespace {

/// False for NaN, too.
bool is_from_to(double value, double least, double most) noexcept {
  return value >= least && value <= most;
}

bool is_part(const Brightness& b) noexcept {
  for (const double part : {b.red, b.green, b.blue, b.deep_blue, b.yellow, b.cyan})
    if (!is_from_to(part, 0, 1)) return false;
  return true;
}

/// Whether each corner of the quadrilateral is left of the line before it, by a thousandth of the width or
/// more.
bool is_convex(const Keystone& keystone) noexcept {
  const std::array corners{keystone.bottom_left, keystone.bottom_right, keystone.top_right, keystone.top_left};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Keystone::Corner& from = corners[i];
    const Keystone::Corner& at = corners[(i + 1) % corners.size()];
    const Keystone::Corner& to = corners[(i + 2) % corners.size()];
    constexpr double kLeast = 1e-3;
    if (!((at.x - from.x) * (to.y - at.y) - (at.y - from.y) * (to.x - at.x) >= kLeast)) return false;
  }
  return true;
}

std::optional<std::string> problem_in(const Keystone& keystone) {
  for (const auto& [x, y] :
       {keystone.bottom_left, keystone.bottom_right, keystone.top_right, keystone.top_left})
    if (!is_from_to(x, -2, 2) || !is_from_to(y, -2, 2)) return "the corners of the keystone have to be -2..2";
  if (!is_convex(keystone))
    return "the corners of the keystone have to form a convex quadrilateral, counterclockwise from the bottom "
           "left; to mirror the picture, use mirror_x or mirror_y";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> problem_in(const OutputOptions& options) {
  const Orientation& o = options.orientation;
  if (!is_from_to(o.rotate_degrees, -360, 360)) return "the rotation has to be -360..360 degrees";
  if (!is_from_to(o.scale, 0.001, 100)) return "the scale has to be 0.001..100";
  if (!is_from_to(o.offset_x, -2, 2) || !is_from_to(o.offset_y, -2, 2)) return "the offsets have to be -2..2";
  if (auto problem = problem_in(o.keystone)) return problem;
  if (!is_part(options.balance)) return "the colour balance has to be 0..1 for each colour";
  if (options.colour_shift < -OutputOptions::kMaxColourShift ||
      options.colour_shift > OutputOptions::kMaxColourShift)
    return "the colour shift has to be -2..2 ms";
  if (options.scanner_kpps != 0 && !is_from_to(options.scanner_kpps, 1, 200))
    return "the class of the scanners has to be 1..200 kpps, or 0";
  return problem_in(options.limits);
}

}  // namespace idn::output
