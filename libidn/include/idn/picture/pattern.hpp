// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "idn/picture/path.hpp"

/// Test patterns: closed pictures that can be drawn over and over.
namespace idn::picture {

/// A test pattern of the library.
struct Pattern {
  std::string_view name;     ///< "circle", "ilda" ...; lives for ever
  std::string_view purpose;  ///< what it shows, for people; lives for ever
  /// Draws one pass with a fresh pen. `colour` is a suggestion; patterns that test colours use their own.
  void (*draw)(Path& pen, Colour colour);
};

/// Every one, in the order of --help; lives for ever.
std::span<const Pattern> all_patterns();
/// nullptr where there is none of this name.
const Pattern* find_pattern(std::string_view name);

}  // namespace idn::picture
