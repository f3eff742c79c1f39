// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <string_view>

#include "venue/shown_name.hpp"

namespace idn::plugins::compat {

/// Copies as much of `text` as fits into `room` octets with a terminating zero; cuts no UTF-8 character. `room`
/// must be at least 1.
inline void copy_text(std::string_view text, char* to, int room) noexcept {
  const std::string_view shown = truncate_utf8(text, static_cast<std::size_t>(room) - 1);
  std::memcpy(to, shown.data(), shown.size());
  to[shown.size()] = '\0';
}

}  // namespace idn::plugins::compat
