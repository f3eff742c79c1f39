// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "idn/time.hpp"

namespace idn::sender {

/// What a trigger does to all streams, or to one.
struct Action {
  enum class Kind : std::uint8_t { Dark, Light, Toggle, Next, Previous, Cue, Brightness, Brighter, Dimmer };
  static constexpr std::uint32_t kLastCue = 65535;
  static constexpr std::uint32_t kMostStreams = 65535;
  /// Of Kind::Brighter and Kind::Dimmer, in percent.
  static constexpr int kStep = 10;

  Kind kind = Kind::Dark;
  /// Of Kind::Cue: its number, 1 to kLastCue; of Kind::Brightness: percent. In a binding: nothing, if it is in
  /// the trigger.
  std::optional<std::uint32_t> number{};
  std::size_t stream = 0;  ///< of Kind::Dark, Light and Toggle: the only one, by its number from 1; 0: all
  std::optional<Duration> at{};  ///< of a Kind::Cue that waited for its time, since 1970

  /// Whether it makes dark or light.
  bool is_of_light() const noexcept {
    return kind == Kind::Dark || kind == Kind::Light || kind == Kind::Toggle;
  }

  friend bool operator==(const Action&, const Action&) = default;
};

/// "dark", "light", "dark 2", "next", "previous", "cue 3", "brightness 50", "brighter" or "dimmer"; white space
/// around and within it does not matter. Nothing for other text.
std::optional<Action> parse_action(std::string_view text);
/// The inverse. "cue" and "brightness" alone, if their number is in the trigger.
std::string to_string(const Action& action);

}  // namespace idn::sender
