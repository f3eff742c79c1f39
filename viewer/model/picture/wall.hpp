// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "viewer/model/picture/picture.hpp"
#include "viewer/model/recording.hpp"

namespace idn::viewer {

/// Tiles beside each other in as square an arrangement as their number allows.
int columns_for(std::size_t tiles) noexcept;

/// Several streams side by side in one picture, in as square an arrangement as their number allows.
class Wall {
 public:
  struct Tile {
    /// A stream in its own colours.
    static Tile of(const Stream& stream, const SampleTransform& orientation = {});

    const Timeline* timeline = nullptr;  ///< outlives the wall
    Primaries primaries = standard_primaries();
    SampleTransform orientation{};  ///< after that of the whole
  };

  /// @param options of the whole; every tile has a part of its size, primaries and an orientation of its own
  Wall(const PictureOptions& options, std::span<const Tile> tiles);

  /// 0xffRRGGBB row by row, valid until the next call.
  std::span<const std::uint32_t> show(TimePoint at);

 private:
  void place(std::size_t tile, std::span<const std::uint32_t> pixels);

  int width_, height_;
  int across_, down_;
  std::vector<const Timeline*> timelines_;
  std::vector<Picture> pictures_;
  std::vector<std::uint32_t> pixels_;
};

}  // namespace idn::viewer
