// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "sender/pattern/path.hpp"

/// Test patterns: closed pictures that can be drawn over and over.
namespace idn::sender {

struct Pattern {
  std::string_view name;
  std::string_view purpose;
  /// Draws one pass with a fresh pen. `colour` is a suggestion; patterns that test colours use their own.
  void (*draw)(Path& pen, Colour colour);
};

void draw_circle(Path& pen, Colour colour);
void draw_square(Path& pen, Colour colour);
void draw_grid(Path& pen, Colour colour);
void draw_ilda(Path& pen, Colour colour);
void draw_sweep(Path& pen, Colour colour);
void draw_dot(Path& pen, Colour colour);

std::span<const Pattern> all_patterns();
/// nullptr where there is none of this name.
const Pattern* find_pattern(std::string_view name);

}  // namespace idn::sender
