// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/export.hpp"
#include "idn/sample.hpp"
#include "idn/time.hpp"

namespace idn::stream {

/// How long scanners take to get elsewhere with the laser off. The defaults are for scanners of the 30 kpps
/// class.
struct IDN_EXPORT MoveTiming {
  static constexpr Duration kLongest = std::chrono::milliseconds(30);  ///< of each

  Duration across = std::chrono::milliseconds(1);          ///< to move by the full width of the picture
  Duration dwell_before = std::chrono::microseconds(100);  ///< dark rest at the start
  /// Dark rest at the end. The mirrors are behind what they are commanded; light that comes earlier draws a
  /// hook.
  Duration dwell_after = std::chrono::microseconds(400);

  /// For scanners that are tuned to `kpps` thousand points per second, 1 to 200: slower ones take longer in
  /// proportion.
  static MoveTiming for_scanners(double kpps) noexcept;

  /// Whether each is from 0, `across` from 10 us, to kLongest.
  bool is_valid() const noexcept;

  friend constexpr bool operator==(const MoveTiming&, const MoveTiming&) = default;
};

/// Appends dark samples that take a scanner from `from` to `to`: softly accelerated and slowed down, as long as
/// the distance asks for at `rate`, with rest at both ends so that the beam is there before it lights up again.
/// Nothing is appended where both are the same place. By value, so that `from` may be the last of `samples`.
/// @param timing a valid one
IDN_EXPORT void append_blanked_move(LaserSample from, LaserSample to, SampleRate rate,
                                    std::vector<LaserSample>& samples, const MoveTiming& timing = {});

/// How many samples that are.
IDN_EXPORT std::size_t blanked_move_length(LaserSample from, LaserSample to, SampleRate rate,
                                           const MoveTiming& timing = {}) noexcept;

}  // namespace idn::stream
