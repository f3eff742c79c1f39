// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace idn::parser {

/// How often each bit of an event word of acknowledges was set (section 1.9).
class EventCounts {
 public:
  void add(std::uint16_t events) noexcept {
    for (unsigned bit = 0; events != 0; ++bit, events = static_cast<std::uint16_t>(events >> 1))
      counts_[bit] += events & 1u;
  }

  /// By bit number.
  const std::array<std::uint64_t, 16>& counts() const noexcept { return counts_; }
  bool any() const noexcept { return counts_ != std::array<std::uint64_t, 16>{}; }

 private:
  std::array<std::uint64_t, 16> counts_{};
};

/// Words for people: "sequence number missing"; "reserved bit 1" for one without a meaning.
std::string_view input_event_name(unsigned bit) noexcept;
std::string_view pipeline_event_name(unsigned bit) noexcept;

}  // namespace idn::parser
