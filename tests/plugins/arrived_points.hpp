// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace idn::test {

struct ArrivedPoint {
  int x, y, r, g, b;
  bool is_lit() const { return (r | g | b) != 0; }
};

/// The samples of a wave message in xyrgbi, decoded independently of the library.
inline std::vector<ArrivedPoint> points_of(const std::vector<std::byte>& datagram) {
  constexpr std::size_t kSampleSize = 8;  // x, y, 16 bits each; r, g, b, intensity
  const auto octet = [&](std::size_t at) { return static_cast<int>(datagram[at]); };
  const auto word = [&](std::size_t at) { return static_cast<std::int16_t>(octet(at) << 8 | octet(at + 1)); };
  std::vector<ArrivedPoint> points;
  if (datagram.size() <= 16 || octet(0) >> 1 != 0x20 || octet(7) != 1) return points;
  const bool has_configuration = (octet(6) & 0x40) != 0;
  std::size_t at = has_configuration ? 16 + 4 * static_cast<std::size_t>(octet(12)) : 12;
  for (at += 4; at + kSampleSize <= datagram.size(); at += kSampleSize)
    points.push_back({word(at), word(at + 2), octet(at + 4), octet(at + 5), octet(at + 6)});
  return points;
}

inline bool is_close(const std::vector<std::byte>& datagram) {
  return !datagram.empty() && datagram[0] == std::byte{0x44};
}

}  // namespace idn::test
