// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "viewer/model/picture/picture.hpp"
#include "viewer/model/recording.hpp"

namespace idn::viewer {

/// Number of columns of a grid for `tiles` tiles that is as square as possible.
int columns_for(std::size_t tiles) noexcept;

/// Renders several streams into one picture, as a grid that is as square as possible.
class Wall {
 public:
  struct Tile {
    /// A tile for a stream, with the primaries of its dictionary.
    static Tile of(const Stream& stream, const SampleTransform& orientation = {});

    const Timeline* timeline = nullptr;  ///< must outlive the wall
    Primaries primaries = standard_primaries();
    SampleTransform orientation{};  ///< applied after the common one
  };

  /// @param options of the whole picture. Each tile gets an equal part of its size, and its own primaries and
  /// orientation.
  Wall(const PictureOptions& options, std::span<const Tile> tiles);

  /// 0xffRRGGBB row by row, valid until the next call.
  std::span<const std::uint32_t> show(TimePoint at);

 private:
  void place(std::size_t tile, std::span<const std::uint32_t> pixels);

  int width_, height_;
  int columns_, rows_;
  std::vector<const Timeline*> timelines_;
  std::vector<Picture> pictures_;
  std::vector<std::uint32_t> pixels_;
};

}  // namespace idn::viewer
