// SPDX-License-Identifier: MIT
#include "bench/sample_pattern.hpp"

namespace idn::bench {
namespace {

std::uint16_t mix(std::size_t index, std::size_t factor, std::size_t offset) {
  return static_cast<std::uint16_t>(index * factor + offset);
}

std::int16_t mix_coordinate(std::size_t index, std::size_t factor, std::size_t offset) {
  return static_cast<std::int16_t>(mix(index, factor, offset));
}

}  // namespace

std::vector<LaserSample> sample_pattern(std::size_t count) {
  std::vector<LaserSample> samples(count);
  for (std::size_t i = 0; i < count; ++i)
    samples[i] = {.x = mix_coordinate(i, 7919, 0),
                  .y = mix_coordinate(i, 30011, 12345),
                  .r = static_cast<std::uint16_t>(mix(i, 771, 1) | 0x0100),
                  .g = mix(i, 10007, 2),
                  .b = mix(i, 40503, 3),
                  .intensity = static_cast<std::uint16_t>(mix(i, 25717, 4) | 0x0100),
                  .u1 = mix(i, 3, 5),
                  .u2 = mix(i, 5, 6),
                  .u3 = mix(i, 7, 7),
                  .x_prime = mix_coordinate(i, 11, 8)};
  return samples;
}

}  // namespace idn::bench
