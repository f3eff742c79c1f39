// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace idn::plugins {

/// A projector that a search has found, as hosts show it: by its unit, and of a unit with several projectors by
/// its service too.
/// @param target for a unit or service without a name
inline std::string shown_name(const std::string& unit, const std::string& service, const std::string& target,
                              bool is_only_one) {
  if (unit.empty()) return target;
  if (is_only_one) return unit;
  return unit + ' ' + (service.empty() ? target : service);
}

/// As much of UTF-8 text as a host has room for, `most` octets, and no part of a character at its end.
inline std::string_view cut(std::string_view text, std::size_t most) noexcept {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

}  // namespace idn::plugins
