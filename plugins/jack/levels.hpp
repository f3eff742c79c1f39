// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "idn/sample.hpp"

/// Laser signals over JACK: one audio sample of each port makes one laser sample.
namespace idn::jack {

/// What a port carries. Values are those of openlase: positions -1 (left, bottom) to 1 (right, top), all others
/// 0 to 1.
enum class Signal : std::uint8_t { X, Y, R, G, B, I, U1, U2, U3 };
inline constexpr std::size_t kSignals = 9;
inline constexpr std::size_t kUsualSignals = 5;  ///< the first of them, whose ports always exist

/// "x", "y", "r" ...: the names of the ports.
std::string_view to_string(Signal signal) noexcept;
std::optional<Signal> signal_from(std::string_view name) noexcept;

/// Audio samples of one period, by signal; null if the signal has no port.
using Levels = std::array<const float*, kSignals>;

/// Converts one frame; values outside of their range are clamped. If a position is infinite or NaN, the sample
/// is dark at the position of `before`; another value that is NaN counts as 0. Real-time: yes.
LaserSample sample_of(const Levels& levels, std::size_t index, const LaserSample& before) noexcept;

}  // namespace idn::jack
