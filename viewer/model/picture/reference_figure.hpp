// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace idn::viewer {

class Picture;

/// Half the side of the inner square of the ILDA test pattern, and the radius of the circle that should touch
/// it, as part of full deflection.
inline constexpr double kIldaSquare = 10240.0 / 32767;

/// The background of the light: black, with grid and ILDA figure as the options request. 0xffRRGGBB row by row.
std::vector<std::uint32_t> reference_figure(const Picture& picture);

}  // namespace idn::viewer
