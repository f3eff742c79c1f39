// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "idn/sample.hpp"
#include "plugins/common/audio_points.hpp"

/// Conversion of the points of hosts to samples. Values beyond a range are clamped. The intensity is full for
/// lit points, whatever the host has set: the colours contain the brightness already, and many hosts leave the
/// intensity undefined.
namespace idn::plugins::compat {

struct EasyLasePoint {
  std::uint16_t x, y;  ///< 0 (left, bottom) to 4095
  std::uint8_t r, g, b, i;
};
static_assert(sizeof(EasyLasePoint) == 8);

#pragma pack(push, 1)
struct OlscPoint {
  std::uint16_t x, y, r, g, b, i;  ///< see OlscUnits
};
#pragma pack(pop)
static_assert(sizeof(OlscPoint) == 12);

/// Units of OLSC points, on which hosts disagree.
enum class OlscUnits : std::uint8_t {
  Unsigned,  ///< positions from 0 (left, bottom) to 65535, colours from 0 to 255
  Signed,    ///< positions from -32768 to 32767, colours from 0 to 32640, which is 255 times 128
};

using plugins::AudioPoint;
using plugins::to_samples;  // for AudioPoint
std::vector<LaserSample> to_samples(std::span<const EasyLasePoint> points);
std::vector<LaserSample> to_samples(std::span<const OlscPoint> points, OlscUnits units);

}  // namespace idn::plugins::compat
