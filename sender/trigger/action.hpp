// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace idn::sender {

/// What a trigger does to all streams.
struct Action {
  enum class Kind : std::uint8_t { Dark, Light, Next, Previous, Cue };
  static constexpr std::uint32_t kLastCue = 65535;

  Kind kind = Kind::Dark;
  std::uint32_t cue = 0;  ///< of Kind::Cue: its number, 1 to kLastCue; 0 in a binding: a number in the trigger

  friend bool operator==(const Action&, const Action&) = default;
};

/// "dark", "light", "next", "previous", "cue 3" or "cue3", with white space around it. Nothing for other text.
std::optional<Action> parse_action(std::string_view text);

}  // namespace idn::sender
