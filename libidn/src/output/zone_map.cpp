// SPDX-License-Identifier: MIT
#include "output/zone_map.hpp"

namespace idn::output {

using enum LimitAction;

ZoneMap::ZoneMap(const OutputLimits& limits) {
  for (const Zone& zone : limits.zones)
    if (zone.action != Off)
      zones_.push_back({ZoneOutline(zone.corners), zone.action, colours_at_most(zone.most)});
  for (const AllowedZones& allowed : limits.allowed)
    if (allowed.action != Off)
      allowed_.push_back({{allowed.zones.begin(), allowed.zones.end()}, allowed.action});
  for (std::size_t row = 0; row < kSquares; ++row)
    for (std::size_t column = 0; column < kSquares; ++column) draw(column, row);
  count_squares();
}

bool ZoneMap::is_free(const Box& box) const noexcept {
  const auto below = [this](std::size_t column, std::size_t row) {
    return int{squares_with_effect_[row * (kSquares + 1) + column]};
  };
  const std::size_t left = square(box.low.x), right = square(box.high.x) + 1;
  const std::size_t bottom = square(box.low.y), top = square(box.high.y) + 1;
  return below(right, top) - below(left, top) - below(right, bottom) + below(left, bottom) == 0;
}

const ZoneEffect* ZoneMap::effect(GridPoint from, GridPoint to) noexcept {
  const std::size_t column = square(from.x), row = square(from.y);
  if (column == square(to.x) && row == square(to.y)) {
    const auto known = squares_[row * kSquares + column];
    if (known == 0) return nullptr;
    if (known != kMixed) return &effects_[known];
  } else if (is_free(box_of(from, to))) {
    return nullptr;
  }
  exact_ = exact_effect(from, to);
  return &exact_;
}

void ZoneMap::limit(ZoneEffect& effect, const LimitedZone& zone) noexcept {
  (zone.action == Blank ? effect.blanks : zone.action == Clamp ? effect.dims : effect.counts) = true;
  Colours& caps = zone.action == Blank   ? effect.blank_above
                  : zone.action == Clamp ? effect.dim_above
                                         : effect.count_above;
  caps = least(caps, zone.most);
}

void ZoneMap::forbid(ZoneEffect& effect, const AllowedArea& area) noexcept {
  (area.action == Blank ? effect.dark_outside : effect.count_outside) = true;
}

ZoneEffect ZoneMap::exact_effect(GridPoint from, GridPoint to) const noexcept {
  ZoneEffect effect;
  for (const AllowedArea& area : allowed_) {
    const auto covers = [&](const ZoneOutline& outline) { return outline.covers(from, to); };
    if (std::ranges::none_of(area.outlines, covers)) forbid(effect, area);
  }
  if (effect.dark_outside) return effect;  // dark is dark: other limits add nothing
  for (const LimitedZone& zone : zones_)
    if (zone.outline.touches(from, to)) limit(effect, zone);
  return effect;
}

void ZoneMap::draw(std::size_t column, std::size_t row) {
  // Closed on all sides, so that no edge falls between two squares.
  const GridPoint low{static_cast<std::int32_t>(column) * kSide - 32768,
                      static_cast<std::int32_t>(row) * kSide - 32768};
  const Box box{low, {low.x + kSide, low.y + kSide}};
  auto& drawn = squares_[row * kSquares + column];
  drawn = kMixed;
  ZoneEffect effect;
  for (const LimitedZone& zone : zones_) {
    if (zone.outline.edge_meets(box)) return;
    if (zone.outline.has_inside(low)) limit(effect, zone);
  }
  for (const AllowedArea& area : allowed_) {
    bool inside = false, mixed = false;
    for (const ZoneOutline& outline : area.outlines) {
      const bool edge = outline.edge_meets(box);
      mixed |= edge;
      inside |= !edge && outline.has_inside(low);
    }
    if (mixed && !inside) return;
    if (!inside) forbid(effect, area);
  }
  drawn = index_of(effect);
}

std::uint8_t ZoneMap::index_of(const ZoneEffect& effect) {
  const auto known = std::ranges::find(effects_, effect);
  if (known == effects_.end() && effects_.size() == kMixed) return kMixed;
  const auto index = static_cast<std::uint8_t>(known - effects_.begin());
  if (known == effects_.end()) effects_.push_back(effect);
  return index;
}

void ZoneMap::count_squares() {
  constexpr std::size_t kWide = kSquares + 1;
  for (std::size_t row = 1; row < kWide; ++row)
    for (std::size_t column = 1; column < kWide; ++column) {
      const bool has_effect = squares_[(row - 1) * kSquares + column - 1] != 0;
      squares_with_effect_[row * kWide + column] = static_cast<std::uint16_t>(
          squares_with_effect_[(row - 1) * kWide + column] + squares_with_effect_[row * kWide + column - 1] -
          squares_with_effect_[(row - 1) * kWide + column - 1] + has_effect);
    }
}

}  // namespace idn::output
