// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "client/colours.hpp"
#include "client/zone_outline.hpp"

namespace idn::client {

/// What zones have to say about a lit line; nothing but that, where it is dark outside of allowed ones.
struct ZoneEffect {
  bool dark_outside = false;   ///< outside of allowed zones that blank
  bool count_outside = false;  ///< of those that count
  // Above these the line is blanked, dimmed or counted, as far as there is such a zone.
  bool blanks = false;
  bool dims = false;
  bool counts = false;
  Colours blank_above = kUnlimited;
  Colours dim_above = kUnlimited;
  Colours count_above = kUnlimited;

  friend bool operator==(const ZoneEffect&, const ZoneEffect&) = default;
};

/// All zones, on a map of 64 x 64 squares that tells at once what holds where no edge is near.
class ZoneMap {
 public:
  explicit ZoneMap(const OutputLimits& limits);

  /// Whether no line within these bounds is touched by any zone.
  bool is_free(const Box& box) const noexcept;
  /// Real-time: yes; near an edge it takes a few nanoseconds for each of all corners.
  /// @return null where no zone has anything to say; else valid until the next call
  const ZoneEffect* effect(GridPoint from, GridPoint to) noexcept;

 private:
  static constexpr std::size_t kSquares = 64;
  static constexpr std::int32_t kSide = 1024;
  /// Squares with an edge inside, and those that found no room in the list of effects.
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

  /// Of a side of the map.
  static std::size_t square(std::int32_t position) noexcept {
    return static_cast<std::size_t>(position + 32768) / kSide;
  }
  static void limit(ZoneEffect& effect, const LimitedZone& zone) noexcept;
  static void forbid(ZoneEffect& effect, const AllowedArea& area) noexcept;
  ZoneEffect exact_effect(GridPoint from, GridPoint to) const noexcept;
  void draw(std::size_t column, std::size_t row);
  std::uint8_t index_of(const ZoneEffect& effect);
  void count_squares();

  std::vector<LimitedZone> zones_;
  std::vector<AllowedArea> allowed_;
  ZoneEffect exact_;
  std::vector<ZoneEffect> effects_{ZoneEffect{}};  ///< the first one: none
  std::array<std::uint8_t, kSquares * kSquares> squares_{};
  /// Squares that are not free, left of and below each corner of a square.
  std::array<std::uint16_t, (kSquares + 1) * (kSquares + 1)> not_free_{};
};

}  // namespace idn::client
