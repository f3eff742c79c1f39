// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "idn/time.hpp"

namespace idn::analysis {

/// Whether the clocks of a capture that stamp one stream in turns agree. Each shows a running mean of arrival
/// minus timestamp; clocks whose means differ by no more than their noise, and kTolerance, can be compared.
/// Single late datagrams move neither mean nor noise much. Threads: one owner. Real-time: yes (no heap, lock,
/// log).
class ClockAgreement {
 public:
  static constexpr Duration kTolerance = std::chrono::microseconds(50);
  static constexpr Duration kMostNoise = std::chrono::microseconds(450);  ///< that the tolerance allows for
  static constexpr Duration kStep = std::chrono::milliseconds(500);       ///< of the timestamps: it begins anew
  static constexpr int kFewest = 8;          ///< datagrams of each clock before two can agree
  static constexpr std::size_t kClocks = 4;  ///< further ones never agree

  /// Call for each datagram in order.
  /// @param lateness arrival minus timestamp
  /// @return whether it can be compared with the datagram before
  bool take(std::uint32_t clock, Duration lateness) noexcept {
    Lateness* const now = of(clock);
    if (now != nullptr) now->add(lateness);
    const auto before = std::exchange(last_, clock).value_or(clock);
    return before == clock || agree(of(before), now);
  }
  /// Call where the timestamps begin anew.
  void restart() noexcept { *this = {}; }

 private:
  struct Lateness {
    std::uint32_t clock = 0;
    int count = 0;
    Duration mean{};
    Duration spread{};  ///< mean distance from the mean

    void add(Duration lateness) noexcept {
      constexpr int kLongest = 16;
      Duration off = lateness - mean;
      if (std::chrono::abs(off) > kStep) count = 0;
      if (count == 0) {
        mean = lateness;
        spread = off = Duration{0};
      }
      const Duration most = kTolerance + 4 * spread;
      if (count == kLongest) off = std::clamp(off, -most, most);
      count = (std::min)(count + 1, kLongest);
      mean += off / count;
      spread += (std::chrono::abs(off) - spread) / count;
    }
  };

  static bool agree(const Lateness* a, const Lateness* b) noexcept {
    return a != nullptr && b != nullptr && a->count >= kFewest && b->count >= kFewest &&
           std::chrono::abs(a->mean - b->mean) <=
               kTolerance + std::min(kMostNoise, std::max(a->spread, b->spread));
  }
  Lateness* of(std::uint32_t clock) noexcept {
    for (Lateness& known : clocks_) {
      if (known.count == 0) known.clock = clock;
      if (known.clock == clock) return &known;
    }
    return nullptr;
  }

  std::array<Lateness, kClocks> clocks_{};
  std::optional<std::uint32_t> last_;  ///< that stamped the last datagram
};

}  // namespace idn::analysis
