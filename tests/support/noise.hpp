// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace idn::test {

/// Random numbers that are the same on every platform, unlike the distributions of the standard library.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : engine_(seed) {}

  /// In (0, 1].
  double uniform() { return (static_cast<double>(engine_() >> 11) + 1) * 0x1p-53; }

  /// Standard normal, by the method of Box and Muller.
  double normal() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    const double radius = std::sqrt(-2 * std::log(uniform())), angle = 2 * std::numbers::pi * uniform();
    spare_ = radius * std::sin(angle);
    has_spare_ = true;
    return radius * std::cos(angle);
  }

 private:
  std::mt19937_64 engine_;
  double spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace idn::test
