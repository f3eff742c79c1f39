// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "idn/bytes.hpp"
#include "idn/time.hpp"

/// Several datagrams in one input, with a separator and two control octets between them. An input without
/// separator is one datagram, so that the vectors can be used unchanged.
namespace idn::fuzz {

/// One event: a datagram, or only the passing of time.
struct Step {
  ConstBytes datagram{};
  unsigned source = 0;            ///< 0..3
  bool only_time = false;         ///< no datagram arrives
  Duration elapsed{0};            ///< since the previous step
  bool clock_steps_back = false;  ///< the time decreases by `elapsed` instead
};

/// Parses an input into steps.
class Sequence {
 public:
  static constexpr std::array kSeparator{std::byte{0xF5}, std::byte{'I'}, std::byte{'D'}, std::byte{'N'}};

  explicit Sequence(ConstBytes input) noexcept : rest_(input) {}

  std::optional<Step> next() noexcept {
    if (done_) return std::nullopt;
    Step step = controlled();
    const auto separator = std::ranges::search(rest_, kSeparator);
    step.datagram = rest_.first(static_cast<std::size_t>(separator.begin() - rest_.begin()));
    done_ = separator.empty();
    rest_ = rest_.last(static_cast<std::size_t>(rest_.end() - separator.end()));
    first_ = false;
    return step;
  }

 private:
  /// Decodes the control octets. First: source in the low bits, flags in the high bits. Second: square root of
  /// the elapsed time in units of 20 us, up to 1.3 s.
  Step controlled() noexcept {
    if (first_) return {};
    ByteReader in(rest_);
    const auto flags = in.read<std::uint8_t>();
    const auto root = in.read<std::uint8_t>();
    rest_ = in.take_rest();
    return {.source = flags & 3u,
            .only_time = (flags & 0x40) != 0,
            .elapsed = std::chrono::microseconds(20 * root * root),
            .clock_steps_back = (flags & 0x80) != 0};
  }

  ConstBytes rest_;
  bool first_ = true;
  bool done_ = false;
};

}  // namespace idn::fuzz
