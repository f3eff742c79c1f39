// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <string_view>

#include "plugins/common/shown_name.hpp"

namespace idn::plugins::compat {

/// As much of `text` as fits, and a zero behind it; whole characters of UTF-8 only. `room` is 1 at least.
inline void copy_text(std::string_view text, char* to, int room) noexcept {
  const std::string_view shown = cut(text, static_cast<std::size_t>(room) - 1);
  std::memcpy(to, shown.data(), shown.size());
  to[shown.size()] = '\0';
}

}  // namespace idn::plugins::compat
