// SPDX-License-Identifier: MIT
#include "cli/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace idn::cli {
namespace {

struct Character {
  char32_t code;
  std::size_t octets;  ///< 0: not valid UTF-8
};

Character first_character(std::string_view text) {
  const auto octet = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = octet(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return {0, 0};
  char32_t code = lead & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((octet(i) & 0xC0) != 0x80) return {0, 0};
    code = code << 6 | (octet(i) & 0x3Fu);
  }
  constexpr char32_t kShortest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kShortest[size] || code > 0x10FFFF || is_surrogate) return {0, 0};
  return {code, size};
}

/// C0 and C1 control characters, line and paragraph separators, and marks of the writing direction.
bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto [code, octets] = first_character(text);
    if (octets == 0 || is_control(code))
      shown += '?';
    else
      shown += text.substr(0, octets);
    text.remove_prefix(octets == 0 ? 1 : octets);
  }
  return shown;
}

std::string_view first_characters(std::string_view text, std::size_t most) {
  std::size_t octets = 0;
  for (; most > 0 && octets < text.size(); --most)
    octets += std::max<std::size_t>(1, first_character(text.substr(octets)).octets);
  return text.substr(0, octets);
}

namespace {

/// Breaks a long line between words.
/// @param indent of the lines that follow the first, which begins with `head`
std::string wrapped_behind(std::string out, std::string_view text, std::size_t indent, std::size_t columns) {
  const std::size_t begin = out.size();
  std::size_t column = begin;
  while (!text.empty()) {
    const std::size_t word = std::min(text.find(' '), text.size());
    if (column + word > columns && column > begin) {
      out.back() = '\n';
      out.append(indent, ' ');
      column = indent;
    }
    out += text.substr(0, word);
    text.remove_prefix(std::min(word + 1, text.size()));
    out += ' ';
    column += word + 1;
  }
  out.back() = '\n';
  return out;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns) {
  return wrapped_behind(std::string(indent, ' '), text, indent + 2, columns);
}

std::string named(std::string_view name, std::string_view text, std::size_t columns) {
  constexpr std::size_t kNameWidth = 10;
  return wrapped_behind(fmt::format("  {:<{}}", name, kNameWidth - 2), text, kNameWidth, columns);
}

}  // namespace idn::cli
