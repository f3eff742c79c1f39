// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace idn::parser {

/// Counts how often each bit of an event field of acknowledges was set (section 1.9).
class EventCounts {
 public:
  void add(std::uint16_t events) noexcept {
    for (unsigned bit = 0; events != 0; ++bit, events = static_cast<std::uint16_t>(events >> 1))
      counts_[bit] += events & 1u;
  }

  void add(const EventCounts& other) noexcept {
    for (std::size_t bit = 0; bit < counts_.size(); ++bit) counts_[bit] += other.counts_[bit];
  }

  /// By bit number.
  const std::array<std::uint64_t, 16>& counts() const noexcept { return counts_; }
  bool any() const noexcept { return counts_ != std::array<std::uint64_t, 16>{}; }

 private:
  std::array<std::uint64_t, 16> counts_{};
};

}  // namespace idn::parser
