// SPDX-License-Identifier: MIT
#include "cli/units.hpp"
#include "sender/sound/soundtrack.hpp"

namespace idn::sender {

std::optional<Duration> parse_sound_offset(std::string_view text) {
  constexpr Duration kMost = std::chrono::seconds(10);
  const bool is_negative = text.starts_with('-');
  const auto time = cli::parse_duration(is_negative ? text.substr(1) : text);
  if (!time || *time > kMost) return std::nullopt;
  return is_negative ? -*time : *time;
}

}  // namespace idn::sender
