// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "idn/picture/path.hpp"

/// Test patterns: closed pictures that can be drawn over and over.
namespace idn::picture {

struct Pattern {
  std::string_view name;
  std::string_view purpose;
  /// Draws one pass with a fresh pen. `colour` is a suggestion; patterns that test colours use their own.
  void (*draw)(Path& pen, Colour colour);
};

std::span<const Pattern> all_patterns();
/// nullptr where there is none of this name.
const Pattern* find_pattern(std::string_view name);

}  // namespace idn::picture
