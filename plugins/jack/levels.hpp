// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "idn/sample.hpp"

/// Laser signals that come by JACK, one sample of audio for each sample of light.
namespace idn::jack {

/// What a port carries, as openlase writes it: positions -1 (left, bottom) to 1 (right, top), all others 0
/// to 1.
enum class Signal : std::uint8_t { X, Y, R, G, B, I, U1, U2, U3 };
inline constexpr std::size_t kSignals = 9;
inline constexpr std::size_t kUsualSignals = 5;  ///< the first of them, which are always there

/// "x", "y", "r" ...: the names of the ports.
std::string_view to_string(Signal signal) noexcept;
std::optional<Signal> signal_from(std::string_view name) noexcept;

/// The values of a period, by signal; null where there is no such port.
using Levels = std::array<const float*, kSignals>;

/// What lies outside of its range is brought to its edge. A position that is no number is dark, where `before`
/// lay; any other value that is none counts as 0. Real-time: yes.
LaserSample sample_of(const Levels& levels, std::size_t index, const LaserSample& before) noexcept;

}  // namespace idn::jack
