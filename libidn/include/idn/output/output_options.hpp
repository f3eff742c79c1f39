// SPDX-License-Identifier: MIT
#pragma once

#include "idn/export.hpp"
#include "idn/output/output_limits.hpp"

namespace idn::output {

/// Transform from the picture of the application to that of the projector, in the order of the members. Samples
/// that end up outside of -1..1 are moved to the edge and blanked. The x-prime of a sample is transformed as x
/// is, but not rotated.
struct Orientation {
  bool mirror_x = false;      ///< swaps left and right
  bool mirror_y = false;      ///< swaps top and bottom
  double rotate_degrees = 0;  ///< counterclockwise, as the audience sees it
  double scale = 1;           ///< 0.001..100
  double offset_x = 0;        ///< -2..2, where 2 is the width of the picture
  double offset_y = 0;        ///< -2..2, where 2 is the height of the picture

  friend bool operator==(const Orientation&, const Orientation&) = default;
};

/// Options of OutputStage, which processes the samples of a stream before they are packed.
struct OutputOptions {
  /// Longest colour shift, in either direction.
  static constexpr Duration kMaxColourShift = std::chrono::milliseconds(2);

  Orientation orientation{};  ///< mirror, rotate, scale, shift
  /// Factor of each colour, 0..1; the intensity is not changed.
  Brightness balance{};
  /// Positive: delays the colours, for lasers that respond faster than the scanners. Negative: delays the
  /// positions. Fractions of a sample are interpolated.
  Duration colour_shift{0};
  OutputLimits limits{};  ///< applied last
  /// Class of the scanners in kpps (thousands of points per second), 1..200, to estimate their load; 0: no
  /// estimate.
  double scanner_kpps = 0;

  friend bool operator==(const OutputOptions&, const OutputOptions&) = default;
};

/// @return what is wrong with `options`, a sentence fragment for users; no value if they are valid
IDN_EXPORT std::optional<std::string> problem_in(const OutputOptions& options);

}  // namespace idn::output
