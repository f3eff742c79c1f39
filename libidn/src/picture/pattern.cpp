// SPDX-License-Identifier: MIT
#include "idn/picture/pattern.hpp"

#include <algorithm>
#include <array>

#include "picture/patterns/patterns.hpp"

namespace idn::picture {
namespace {

constexpr std::array kPatterns{
    Pattern{"circle", "a circle, 50 turns per second: smooth motion, no blanking", draw_circle},
    Pattern{"square", "the outline of the picture: corners and size", draw_square},
    Pattern{"grid", "nine lines each way: geometry and blanked moves", draw_grid},
    Pattern{"ilda", "two squares, circle, cross, colour bars and dashes, after the ILDA test pattern",
            draw_ilda},
    Pattern{"sweep", "a sine whose frequency grows from 50 Hz to 2 kHz: bandwidth of the scanners", draw_sweep},
    Pattern{"dot", "one spot, kept moving: one turn per second on a wide circle", draw_dot},
};

}  // namespace

std::span<const Pattern> all_patterns() {
  return kPatterns;
}

const Pattern* find_pattern(std::string_view name) {
  const auto found = std::ranges::find(kPatterns, name, &Pattern::name);
  return found == kPatterns.end() ? nullptr : &*found;
}

}  // namespace idn::picture
