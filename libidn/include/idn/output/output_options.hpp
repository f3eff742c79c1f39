// SPDX-License-Identifier: MIT
#pragma once

#include "idn/export.hpp"
#include "idn/output/output_limits.hpp"

namespace idn::output {

/// Where the corners of a picture are shown, for a projector that does not face its surface; straight lines
/// stay straight. In counterclockwise order the corners form a convex quadrilateral.
struct Keystone {
  /// A position: -1..1 is the range of the projector.
  struct Corner {
    double x = 0;  ///< -2..2
    double y = 0;  ///< -2..2

    friend bool operator==(const Corner&, const Corner&) = default;
  };

  Corner bottom_left{-1, -1};  ///< of (-1, -1)
  Corner bottom_right{1, -1};  ///< of (1, -1)
  Corner top_right{1, 1};      ///< of (1, 1)
  Corner top_left{-1, 1};      ///< of (-1, 1)

  friend bool operator==(const Keystone&, const Keystone&) = default;
};

/// Transform from the picture of the application to that of the projector, in the order of the members. Samples
/// that end up outside of -1..1 are moved to the edge and blanked. The x-prime of a sample is transformed as x
/// is, but neither rotated nor subject to the keystone.
struct Orientation {
  bool mirror_x = false;      ///< swaps left and right
  bool mirror_y = false;      ///< swaps top and bottom
  double rotate_degrees = 0;  ///< counterclockwise, as the audience sees it
  double scale = 1;           ///< 0.001..100
  double offset_x = 0;        ///< -2..2, where 2 is the width of the picture
  double offset_y = 0;        ///< -2..2, where 2 is the height of the picture
  Keystone keystone{};        ///< where the corners of the range, -1..1, end up

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
