// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

/// A font of strokes, made for this library.
namespace idn::picture {

constexpr int kCapitalHeight = 12;  ///< in units
constexpr int kGlyphGap = 3;        ///< between two glyphs, in units
constexpr double kLineHeights = 1.8;

/// An outline: strokes that are divided by spaces. A point is two characters: x is a digit, or one of the
/// characters after '9' (10 and more); y is a letter, 'e' at the baseline, 'q' at the height of capitals. As in
/// TrueType, a point with a capital letter is the control point of a quadratic curve, and between two of them
/// the curve passes through the point midway. A stroke that ends where it began is closed.
using GlyphOutline = std::string_view;

struct GlyphPart {
  GlyphOutline outline{};
  double x = 0, y = 0;  ///< of its origin, in units
  double size = 1;
};

/// A letter and its accent, or the digits of a fraction.
struct Glyph {
  GlyphPart parts[3];
  double width = 0;  ///< in units
};

Glyph glyph_of(char32_t character) noexcept;

/// Takes the first character off the front of `utf8`, which is not empty. Octets that are no UTF-8: U+FFFD.
char32_t next_character(std::string_view& utf8) noexcept;

}  // namespace idn::picture
