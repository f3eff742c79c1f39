// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bitset>
#include <cstddef>

#include "idn/bytes.hpp"
#include "idn/ilda/findings.hpp"
#include "idn/ilda/section.hpp"
#include "idn/result.hpp"

namespace idn::ilda {

/// Counts and properties of a file.
struct Survey {
  std::size_t frames = 0;         ///< sections of points, with one point at least
  std::size_t points = 0;         ///< in all frames
  std::size_t palettes = 0;       ///< sections of colours
  std::size_t largest_frame = 0;  ///< points
  std::bitset<256> formats;       ///< format codes of the sections, palettes included
  std::bitset<256> projectors;    ///< projector numbers of the frames
  Label first_label;              ///< of the first frame
  Findings findings;              ///< about sections, points and the whole file

  /// Whether a section of that format occurs.
  bool has(Format format) const noexcept { return formats[static_cast<std::size_t>(format)]; }
};

/// Reads the whole file. One without frames is no error.
/// @return Errc::NotIlda when the file does not start with a section.
FormatResult<Survey> survey(ConstBytes file);

}  // namespace idn::ilda
