// SPDX-License-Identifier: MIT
#include "idn/output/output_options.hpp"

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

}  // namespace

std::optional<std::string> problem_in(const OutputOptions& options) {
  const Orientation& o = options.orientation;
  if (!is_from_to(o.rotate_degrees, -360, 360)) return "the rotation has to be -360..360 degrees";
  if (!is_from_to(o.scale, 0.001, 100)) return "the scale has to be 0.001..100";
  if (!is_from_to(o.offset_x, -2, 2) || !is_from_to(o.offset_y, -2, 2)) return "the offsets have to be -2..2";
  if (!is_part(options.balance)) return "the colour balance has to be 0..1 for each colour";
  if (options.colour_shift < -OutputOptions::kMaxColourShift ||
      options.colour_shift > OutputOptions::kMaxColourShift)
    return "the colour shift has to be -2..2 ms";
  if (options.scanner_kpps != 0 && !is_from_to(options.scanner_kpps, 1, 200))
    return "the class of the scanners has to be 1..200 kpps, or 0";
  return problem_in(options.limits);
}

}  // namespace idn::output
