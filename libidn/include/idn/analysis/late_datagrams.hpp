// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

/// What receivers do with a datagram that comes after a later one: real ones differ.
namespace idn::analysis {

/// What a receiver does with a datagram that comes after a later one.
enum class LateDatagrams : std::uint8_t {
  Drop,  ///< never shown, as in the reference receiver
  Play,  ///< shown where its timestamp places it, as far as there is time
};

/// "drop" or "play".
constexpr std::string_view to_string(LateDatagrams late) noexcept {
  return late == LateDatagrams::Play ? "play" : "drop";
}

/// Nothing for other words.
constexpr std::optional<LateDatagrams> late_datagrams_from(std::string_view word) noexcept {
  if (word == to_string(LateDatagrams::Drop)) return LateDatagrams::Drop;
  if (word == to_string(LateDatagrams::Play)) return LateDatagrams::Play;
  return std::nullopt;
}

}  // namespace idn::analysis
