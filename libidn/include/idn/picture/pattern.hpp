// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "idn/export.hpp"
#include "idn/picture/path.hpp"

/// Test patterns: pictures that are drawn repeatedly.
namespace idn::picture {

/// A test pattern of the library.
struct Pattern {
  std::string_view name;     ///< "circle", "ilda" ...; storage is static
  std::string_view purpose;  ///< what it looks like and what it tests, for display; storage is static
  /// Draws one pass. `pen`: an empty path. `colour`: not used for parts whose colour is part of the test.
  void (*draw)(Path& pen, Colour colour);
};

/// All patterns, in the order of --help; storage is static.
IDN_EXPORT std::span<const Pattern> all_patterns();
/// The pattern of this name; nullptr if there is none.
IDN_EXPORT const Pattern* find_pattern(std::string_view name);

}  // namespace idn::picture
