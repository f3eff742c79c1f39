// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

/// Policy for datagrams that arrive after a later one, in which real receivers differ.
namespace idn::analysis {

/// What a receiver does with a datagram that comes after a later one.
enum class LateDatagramPolicy : std::uint8_t {
  Drop,  ///< never shown, as in the reference receiver
  Play,  ///< shown where its timestamp places it, as far as there is time
};

/// "drop" or "play".
constexpr std::string_view to_string(LateDatagramPolicy late) noexcept {
  return late == LateDatagramPolicy::Play ? "play" : "drop";
}

/// Nothing for other words.
constexpr std::optional<LateDatagramPolicy> late_datagrams_from(std::string_view word) noexcept {
  if (word == to_string(LateDatagramPolicy::Drop)) return LateDatagramPolicy::Drop;
  if (word == to_string(LateDatagramPolicy::Play)) return LateDatagramPolicy::Play;
  return std::nullopt;
}

}  // namespace idn::analysis
