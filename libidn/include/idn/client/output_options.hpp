// SPDX-License-Identifier: MIT
#pragma once

#include "idn/client/output_limits.hpp"

namespace idn::client {

/// How the picture of the application lies in that of the projector; applied in the order of the members. What
/// falls outside of -1..1 is put to the edge, dark. The x-prime of a sample is treated as x, but not rotated.
struct Orientation {
  bool mirror_x = false;      ///< left and right
  bool mirror_y = false;      ///< top and bottom
  double rotate_degrees = 0;  ///< counterclockwise, as the audience sees it
  double scale = 1;           ///< 0.001..100
  double offset_x = 0;        ///< -2..2, where 2 is the width of the picture
  double offset_y = 0;        ///< -2..2, where 2 is the height of the picture

  friend bool operator==(const Orientation&, const Orientation&) = default;
};

/// Everything between content and packer, for one stream.
struct OutputOptions {
  /// Longest shift, either way.
  static constexpr Duration kMaxColourShift = std::chrono::milliseconds(2);

  Orientation orientation{};  ///< how the picture lies
  /// Factors of the colours; the intensity stays as it is.
  Brightness balance{};
  /// Positive: colours later than positions, for lasers that answer faster than scanners. Negative: positions
  /// later. Between samples it is interpolated.
  Duration colour_shift{0};
  OutputLimits limits{};  ///< what no sample goes beyond
  /// The class of the scanners, in thousands of samples per second, 1..200, by which their load is estimated; 0
  /// for no estimate.
  double scanner_kpps = 0;

  friend bool operator==(const OutputOptions&, const OutputOptions&) = default;
};

/// What is wrong with them, for users, as a sentence fragment; nothing where all is well.
std::optional<std::string> check(const OutputOptions& options);

}  // namespace idn::client
