// SPDX-License-Identifier: MIT
#pragma once

#include <random>

namespace idn::server {

/// Random numbers from a seed, the same on every system.
class SeededRandom {
 public:
  explicit SeededRandom(std::uint64_t seed) : engine_(seed) {}

  /// [0, 1)
  double uniform() noexcept { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  /// True with this probability. Draws no number for 0.
  bool bernoulli(double share_of_all) noexcept { return share_of_all > 0 && uniform() < share_of_all; }
  /// [0, count)
  std::size_t below(std::size_t count) noexcept { return static_cast<std::size_t>(engine_() % count); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace idn::server
