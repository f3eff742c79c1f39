// SPDX-License-Identifier: MIT
#include "viewer/model/picture/wall.hpp"

#include <algorithm>

#include "viewer/model/picture/orientation.hpp"

namespace idn::viewer {

int columns_for(std::size_t tiles) noexcept {
  int columns = 1;
  while (static_cast<std::size_t>(columns * columns) < tiles) ++columns;
  return columns;
}

Wall::Tile Wall::Tile::of(const Stream& stream, const SampleTransform& orientation) {
  return {&stream.timeline, stream.layout ? primaries_of(*stream.layout) : standard_primaries(), orientation};
}

Wall::Wall(const PictureOptions& options, std::span<const Tile> tiles)
    : width_(options.width),
      height_(options.height),
      columns_(columns_for(tiles.size())),
      rows_((static_cast<int>(tiles.size()) + columns_ - 1) / columns_),
      pixels_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0xFF000000U) {
  PictureOptions tile = options;
  tile.width = std::max(width_ / columns_, 1);
  tile.height = std::max(height_ / std::max(rows_, 1), 1);
  pictures_.reserve(tiles.size());
  for (const auto& [timeline, primaries, orientation] : tiles) {
    tile.primaries = primaries;
    tile.beam.transform = composed(options.beam.transform, orientation);
    timelines_.push_back(timeline);
    pictures_.emplace_back(tile);
  }
}

std::span<const std::uint32_t> Wall::show(TimePoint at) {
  if (pictures_.size() == 1) return pictures_.front().show(*timelines_.front(), at);
  for (std::size_t i = 0; i < pictures_.size(); ++i) place(i, pictures_[i].show(*timelines_[i], at));
  return pixels_;
}

void Wall::place(std::size_t tile, std::span<const std::uint32_t> pixels) {
  const auto width = static_cast<std::size_t>(pictures_[tile].options().width);
  const auto height = static_cast<std::size_t>(pictures_[tile].options().height);
  const std::size_t left = tile % static_cast<std::size_t>(columns_) * width;
  const std::size_t top = tile / static_cast<std::size_t>(columns_) * height;
  for (std::size_t y = 0; y < height; ++y)
    std::ranges::copy(
        pixels.subspan(y * width, width),
        pixels_.begin() + static_cast<std::ptrdiff_t>((top + y) * static_cast<std::size_t>(width_) + left));
}

}  // namespace idn::viewer
