// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

namespace idn::plugins::compat {

/// As much of `text` as fits, and a zero behind it; whole characters of UTF-8 only. `room` is 1 at least.
inline void copy_text(std::string_view text, char* to, int room) noexcept {
  std::size_t length = std::min(text.size(), static_cast<std::size_t>(room) - 1);
  const auto is_continued = [&] { return length < text.size() && (text[length] & 0xC0) == 0x80; };
  while (length > 0 && is_continued()) --length;
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

}  // namespace idn::plugins::compat
