// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace idn::viewer {

class Picture;

/// The size of the inner square of the ILDA test pattern, and of the circle that should touch it, as part of
/// the full size.
inline constexpr double kIldaSquare = 10240.0 / 32767;

/// What lies behind the light: black, and the grid and the ILDA figure where the options ask for them.
std::vector<std::uint32_t> reference_figure(const Picture& picture);

}  // namespace idn::viewer
