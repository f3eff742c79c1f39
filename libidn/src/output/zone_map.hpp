// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "output/colours.hpp"
#include "output/zone_outline.hpp"

namespace idn::output {

/// The combined effect of all zones on a lit line. With dark_outside the other fields are not set.
struct ZoneEffect {
  bool dark_outside = false;   ///< outside of allowed zones whose action is Blank
  bool count_outside = false;  ///< outside of those whose action is Count
  // A line brighter than the *_above limit is blanked, dimmed or counted, if the flag is set.
  bool blanks = false;
  bool dims = false;
  bool counts = false;
  Colours blank_above = kUnlimited;
  Colours dim_above = kUnlimited;
  Colours count_above = kUnlimited;

  friend bool operator==(const ZoneEffect&, const ZoneEffect&) = default;
};

/// Spatial index of all zones: a grid of 64 x 64 squares that stores the effect of every square which no edge
/// crosses; lines elsewhere are tested against each zone. Threads: one owner.
class ZoneMap {
 public:
  explicit ZoneMap(const OutputLimits& limits);

  /// Whether no line within these bounds is touched by any zone.
  bool is_free(const Box& box) const noexcept;
  /// Real-time: yes; near an edge it takes a few nanoseconds per corner of all zones.
  /// @return null without any effect; else valid until the next call
  const ZoneEffect* effect(GridPoint from, GridPoint to) noexcept;

 private:
  static constexpr std::size_t kSquares = 64;
  static constexpr std::int32_t kSide = 1024;  ///< of a square, in coordinates of samples
  /// Squares that an edge crosses, and those whose effect exceeds the length of the list of effects.
  static constexpr std::uint8_t kMixed = 255;

  struct LimitedZone {
    ZoneOutline outline;
    LimitAction action;
    Colours most;
  };
  struct AllowedArea {
    std::vector<ZoneOutline> outlines;
    LimitAction action;
  };

  /// Column or row of a coordinate.
  static std::size_t square(std::int32_t position) noexcept {
    return static_cast<std::size_t>(position + 32768) / kSide;
  }
  static void limit(ZoneEffect& effect, const LimitedZone& zone) noexcept;
  static void forbid(ZoneEffect& effect, const AllowedArea& area) noexcept;
  ZoneEffect exact_effect(GridPoint from, GridPoint to) const noexcept;
  /// Computes and stores the effect of one square.
  void draw(std::size_t column, std::size_t row);
  /// In the list of effects, where it is added if new.
  std::uint8_t index_of(const ZoneEffect& effect);
  void count_squares();

  std::vector<LimitedZone> zones_;
  std::vector<AllowedArea> allowed_;
  ZoneEffect exact_;
  std::vector<ZoneEffect> effects_{ZoneEffect{}};  ///< the first one: no effect
  std::array<std::uint8_t, kSquares * kSquares> squares_{};
  /// Summed-area table of the squares with an effect: those left of and below each corner of a square.
  std::array<std::uint16_t, (kSquares + 1) * (kSquares + 1)> squares_with_effect_{};
};

}  // namespace idn::output
