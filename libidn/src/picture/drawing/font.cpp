// SPDX-License-Identifier: MIT
#include "picture/drawing/font.hpp"

#include <algorithm>
#include <array>

namespace idn::picture {
namespace {

/// From '!' to '~'.
constexpr std::array<GlyphOutline, 94> kAscii{
    "0q0i 0f0e",                           // !
    "0q0n 2q2n",                           // "
    "1e3q 5e7q 0m8m 0i8i",                 // #
    "8o7Q4q0Q0n0K4k8K8h8E4e1E0g 4s4c",     // $
    "0e8q 2q4Q4M0M0Q2q 6i8I8E4E4I6i",      // %
    "8e1n1Q3q5Q5n5L0K0h0E3e7E8i",          // &
    "0q0n",                                // '
    "2s0N0H2c",                            // (
    "0s2N2H0c",                            // )
    "3q3k 0o6l 6o0l",                      // *
    "0j8j 4n4f",                           // +
    "1f0c",                                // ,
    "0j5j",                                // -
    "0e0f",                                // .
    "0e6q",                                // /
    "3q6Q6E0E0Q3q",                        // 0
    "0o2q2e",                              // 1
    "0n0Q3q6Q6n6K0e6e",                    // 2
    "0o1Q3q6Q6n6K3k6K6h6E3e1E0g",          // 3
    "5e5q0h7h",                            // 4
    "6q0q0l3l6L6i6E3e1E0g",                // 5
    "5q0N0h0E3e6E6h6K3k0K0h",              // 6
    "0q6q2e",                              // 7
    "3k0K0h0E3e6E6h6K3k1K1n1Q3q5Q5n5K3k",  // 8
    "1e6H6n6Q3q0Q0n0K3k6K6n",              // 9
    "0e0f 0l0m",                           // :
    "1f0c 1l1m",                           // ;
    "7n0j7f",                              // <
    "0l7l 0h7h",                           // =
    "0n7j0f",                              // >
    "0n0Q3q6Q6n6K3j3h 3f3e",               // ?
    "6k6N2N2H6H6k6H9H9k9Q0Q0E6e8f",        // @
    "0e4q8e 1h7h",                         // A
    "0k5k8K8h8E5e0e0q5q7Q7n7K5k",          // B
    "8o7Q4q0Q0k0E4e7E8g",                  // C
    "0e0q4q8Q8k8E4e0e",                    // D
    "7q0q0e7e 0k6k",                       // E
    "7q0q0e 0k6k",                         // F
    "8o7Q4q0Q0k0E4e8E8k5k",                // G
    "0e0q 0k8k 8q8e",                      // H
    "0e0q",                                // I
    "6q6h6E3e0E0h",                        // J
    "0e0q 8q0i 2k8e",                      // K
    "0q0e7e",                              // L
    "0e0q4g8q8e",                          // M
    "0e0q8e8q",                            // N
    "4q8Q8E0E0Q4q",                        // O
    "0e0q5q8Q8n8K5k0k",                    // P
    "4q8Q8E0E0Q4q 5h8e",                   // Q
    "0e0q5q8Q8n8K5k0k 4k8e",               // R
    "8o7Q4q0Q0n0K4k8K8h8E4e1E0g",          // S
    "0q8q 4q4e",                           // T
    "0q0i0E4e8E8i8q",                      // U
    "0q4e8q",                              // V
    "0q3e5n7e:q",                          // W
    "0e8q 0q8e",                           // X
    "0q4k8q 4k4e",                         // Y
    "0q8q0e8e",                            // Z
    "2s0s0c2c",                            // [
    "0q6e",                                // backslash
    "0s2s2c0c",                            // ]
    "0n3q6n",                              // ^
    "0c8c",                                // _
    "0q2o",                                // `
    "6m6i6E0E0M6M6i6e",                    // a
    "0q0i0E6E6M0M0i0e",                    // b
    "6l5M3m0M0i0E3e5E6f",                  // c
    "6q6i6E0E0M6M6i6e",                    // d
    "0i6i6M0M0E3e5E6f",                    // e
    "4q2Q2n2e 0m4m",                       // f
    "6m6i6E0E0M6M6i6d6A3a1A0b",            // g
    "0q0e0i0M3m6M6i6e",                    // h
    "0m0e 0p0q",                           // i
    "2m2d2A0a 2p2q",                       // j
    "0q0e0h5m2j6e",                        // k
    "0q0e",                                // l
    "0m0e0i0M2m4M4i4e4i4M6m8M8i8e",        // m
    "0m0e0i0M3m6M6i6e",                    // n
    "3m6M6E0E0M3m",                        // o
    "0a0i0M6M6E0E0i0m",                    // p
    "6a6i6M0M0E6E6i6m",                    // q
    "0m0e0i0M4m",                          // r
    "6l5M3m0M0k0I3i6I6g6E3e1E0f",          // s
    "2q2h2E4e 0m4m",                       // t
    "0m0i0E3e6E6i6m6e",                    // u
    "0m3e6m",                              // v
    "0m2e4k6e8m",                          // w
    "0m6e 0e6m",                           // x
    "0m0i0E3e6E6i6m6d6A3a1A0b",            // y
    "0m6m0e6e",                            // z
    "3s1S1n1K0k1K1h1C3c",                  // {
    "0s0c",                                // |
    "0s2S2n2K3k2K2h2C0c",                  // }
    "0j2M4j6G8j",                          // ~
};

/// From U+00A1 to U+00BF, and what follows without accents; empty: composed.
struct Outlined {
  unsigned char character;
  GlyphOutline outline;
};
constexpr Outlined kLatin[] = {
    {0xA1, "0m0l 0i0a"},                              // ¡
    {0xA2, "6l5M3m0M0i0E3e5E6f 3o3c"},                // ¢
    {0xA3, "7o6Q5q2Q2n2e 0e8e 0k5k"},                 // £
    {0xA4, "4m7M7G1G1M4m 0n1m 7m8n 0f1g 7g8f"},       // ¤
    {0xA5, "0q4k8q 4k4e 1k7k 1h7h"},                  // ¥
    {0xA6, "0s0l 0h0c"},                              // ¦
    {0xA7, "6p5Q3q0Q0o0M3l6K6i 0f1E3e6E6g6I3j0K0m"},  // §
    {0xA8, "0p0q 3p3q"},                              // ¨
    {0xA9, "5q:Q:E0E0Q5q 7m6N5n3N3k3H5h6H7i"},        // ©
    {0xAB, "3m0i3e 6m3i6e"},                          // «
    {0xAC, "0j7j7g"},                                 // ¬
    {0xAE, "5q:Q:E0E0Q5q 3h3n5n7N7l7K5k3k 5k7h"},     // ®
    {0xAF, "0p5p"},                                   // ¯
    {0xB0, "2q4Q4M0M0Q2q"},                           // °
    {0xB1, "0k8k 4o4g 0e8e"},                         // ±
    {0xB4, "0o2q"},                                   // ´
    {0xB5, "0m0a0i0E3e6E6i6m6e"},                     // µ
    {0xB6, "4c4q 7c7q3q0Q0n0K3k4k"},                  // ¶
    {0xB7, "0j0k"},                                   // ·
    {0xB8, "1e2C0c"},                                 // ¸
    {0xBB, "0m3i0e 3m6i3e"},                          // »
    {0xBF, "6d6A3a0A0d0G3h3j 3l3m"},                  // ¿
    {0xC6, "0e5q5e9e 5q9q 5k8k 1h5h"},                // Æ
    {0xD0, "1e1q5q9Q9k9E5e1e 0k4k"},                  // Ð
    {0xD7, "0g6m 0m6g"},                              // ×
    {0xD8, "4q8Q8E0E0Q4q 0e8q"},                      // Ø
    {0xDE, "0e0q 0n5n8N8k8H5h0h"},                    // Þ
    {0xDF, "0e0n0Q3q5Q5n5L2k6K6h6E2e"},               // ß
    {0xE6, "5i5E0E0M5M5i:i:M5M5E8e9E:f"},             // æ
    {0xF0, "6i6E0E0M6M6i6P1q 1n5p"},                  // ð
    {0xF7, "0j8j 4m4n 4g4f"},                         // ÷
    {0xF8, "3m6M6E0E0M3m 0e6m"},                      // ø
    {0xFE, "0q0a0i0M6M6E0E0i"},                       // þ
};

constexpr GlyphOutline kGrave = "0q2o", kAcute = "0o2q", kCircumflex = "0o2q4o", kTilde = "0o1Q3O4q",
                       kDiaeresis = "0p0q 3p3q", kRing = "1q2Q2O0O0Q1q", kCedilla = "1e2C0c";

struct Composed {
  unsigned char character;
  char base;
  GlyphOutline mark;
};
constexpr Composed kComposed[] = {
    {0xC0, 'A', kGrave},      {0xC1, 'A', kAcute},      {0xC2, 'A', kCircumflex}, {0xC3, 'A', kTilde},
    {0xC4, 'A', kDiaeresis},  {0xC5, 'A', kRing},       {0xC7, 'C', kCedilla},    {0xC8, 'E', kGrave},
    {0xC9, 'E', kAcute},      {0xCA, 'E', kCircumflex}, {0xCB, 'E', kDiaeresis},  {0xCC, 'I', kGrave},
    {0xCD, 'I', kAcute},      {0xCE, 'I', kCircumflex}, {0xCF, 'I', kDiaeresis},  {0xD1, 'N', kTilde},
    {0xD2, 'O', kGrave},      {0xD3, 'O', kAcute},      {0xD4, 'O', kCircumflex}, {0xD5, 'O', kTilde},
    {0xD6, 'O', kDiaeresis},  {0xD9, 'U', kGrave},      {0xDA, 'U', kAcute},      {0xDB, 'U', kCircumflex},
    {0xDC, 'U', kDiaeresis},  {0xDD, 'Y', kAcute},      {0xE0, 'a', kGrave},      {0xE1, 'a', kAcute},
    {0xE2, 'a', kCircumflex}, {0xE3, 'a', kTilde},      {0xE4, 'a', kDiaeresis},  {0xE5, 'a', kRing},
    {0xE7, 'c', kCedilla},    {0xE8, 'e', kGrave},      {0xE9, 'e', kAcute},      {0xEA, 'e', kCircumflex},
    {0xEB, 'e', kDiaeresis},  {0xEC, 'i', kGrave},      {0xED, 'i', kAcute},      {0xEE, 'i', kCircumflex},
    {0xEF, 'i', kDiaeresis},  {0xF1, 'n', kTilde},      {0xF2, 'o', kGrave},      {0xF3, 'o', kAcute},
    {0xF4, 'o', kCircumflex}, {0xF5, 'o', kTilde},      {0xF6, 'o', kDiaeresis},  {0xF9, 'u', kGrave},
    {0xFA, 'u', kAcute},      {0xFB, 'u', kCircumflex}, {0xFC, 'u', kDiaeresis},  {0xFD, 'y', kAcute},
    {0xFF, 'y', kDiaeresis},
};

constexpr GlyphOutline kDotlessI = "0m0e", kEuro = "8o7Q5q1Q1k1E5e7E8g 0l6l 0i6i", kBox = "0e0q6q6e0e";
constexpr double kSpaceWidth = 5;

constexpr double width_of(GlyphOutline outline) noexcept {
  int width = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    if (outline[i] == ' ') continue;
    width = std::max(width, outline[i] - '0');
    ++i;  // y
  }
  return width;
}

GlyphOutline outline_of(char32_t character) noexcept {
  if (character == ' ' || character == 0xA0 || character == 0xAD) return {};
  if (character > ' ' && character <= '~') return kAscii[character - '!'];
  if (character == 0x20AC) return kEuro;
  for (const auto& [known, outline] : kLatin)
    if (known == character) return outline;
  return kBox;
}

/// The accent is centred; one that is wider than its letter begins at the left.
Glyph accented(char base, GlyphOutline mark) noexcept {
  const GlyphOutline letter = base == 'i' ? kDotlessI : outline_of(static_cast<unsigned char>(base));
  const double letter_width = width_of(letter), mark_width = width_of(mark);
  const double width = std::max(letter_width, mark_width);
  const bool is_above_capital = base <= 'Z' && mark != kCedilla;
  const GlyphPart accent{mark, (width - mark_width) / 2, is_above_capital ? 3.0 : 0.0};
  return {{{letter, (width - letter_width) / 2}, accent}, width};
}

/// About half the size, as exponents and in fractions.
constexpr double kSmallSize = 0.55;

GlyphPart raised(char character) noexcept {
  return {outline_of(static_cast<unsigned char>(character)), 0, kCapitalHeight * (1 - kSmallSize), kSmallSize};
}

Glyph exponent(char character) noexcept {
  const GlyphPart part = raised(character);
  return {{part}, width_of(part.outline) * kSmallSize};
}

Glyph fraction(char numerator, char denominator) noexcept {
  const GlyphPart slash{outline_of('/'), 1};
  const GlyphPart below{outline_of(static_cast<unsigned char>(denominator)), 6, 0, kSmallSize};
  return {{raised(numerator), slash, below}, 6 + width_of(below.outline) * kSmallSize};
}

}  // namespace

Glyph glyph_of(char32_t character) noexcept {
  switch (character) {
    case U'\u00AA':
      return exponent('a');
    case U'\u00B2':
      return exponent('2');
    case U'\u00B3':
      return exponent('3');
    case U'\u00B9':
      return exponent('1');
    case U'\u00BA':
      return exponent('o');
    case U'\u00BC':
      return fraction('1', '4');
    case U'\u00BD':
      return fraction('1', '2');
    case U'\u00BE':
      return fraction('3', '4');
    default:
      break;
  }
  for (const auto& [known, base, mark] : kComposed)
    if (known == character) return accented(base, mark);
  const GlyphOutline outline = outline_of(character);
  return {{{outline}}, outline.empty() ? kSpaceWidth : width_of(outline)};
}

char32_t next_character(std::string_view& utf8) noexcept {
  constexpr char32_t kReplacement = 0xFFFD;
  const auto first = static_cast<unsigned char>(utf8.front());
  utf8.remove_prefix(1);
  if (first < 0x80) return first;
  const std::size_t more = first >= 0xC2 && first < 0xE0   ? 1
                           : first >= 0xE0 && first < 0xF0 ? 2
                           : first >= 0xF0 && first < 0xF5 ? 3
                                                           : 0;
  if (more == 0 || utf8.size() < more) return kReplacement;
  char32_t character = first & (0x3Fu >> more);
  for (std::size_t i = 0; i < more; ++i) {
    const auto next = static_cast<unsigned char>(utf8[i]);
    if ((next & 0xC0) != 0x80) return kReplacement;  // it begins the next character
    character = character << 6 | (next & 0x3F);
  }
  utf8.remove_prefix(more);
  return character;
}

}  // namespace idn::picture
