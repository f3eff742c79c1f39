// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace idn::plugins {

/// The name under which hosts show a projector that a search has found: that of its unit, with that of the
/// service if the unit has several projectors.
/// @param target used if unit or service have no name
/// @param is_only_one the unit has no other projector
inline std::string shown_name(const std::string& unit, const std::string& service, const std::string& target,
                              bool is_only_one) {
  if (unit.empty()) return target;
  if (is_only_one) return unit;
  return unit + ' ' + (service.empty() ? target : service);
}

/// Truncates UTF-8 text to at most `most` octets, without cutting a character.
inline std::string_view truncate_utf8(std::string_view text, std::size_t most) noexcept {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

}  // namespace idn::plugins
