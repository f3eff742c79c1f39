// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "idn/picture/drawing.hpp"

namespace idn::bench {

struct Scene {
  std::string_view name;  ///< storage is static
  picture::Drawing drawing;
};

/// Thirty pictures of shows: figures, text, wire models, grids, many short strokes.
std::vector<Scene> drawing_scenes();

}  // namespace idn::bench
