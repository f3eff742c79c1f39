// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "viewer/model/picture/colours.hpp"

namespace idn::viewer {

/// A place on the screen in pixels; the centre of the first pixel is (0.5, 0.5), y grows downwards.
struct Pixel {
  float x = 0;
  float y = 0;
};

/// Light that adds up on a screen and fades: linear, in floating point, in tiles of which only those that hold
/// light cost anything. The beam is a round Gaussian spot.
class Light {
 public:
  /// @param sigma of the spot, in pixels, at least 0.5
  Light(int width, int height, float sigma);

  /// The spot moves evenly from `from` to `to`. `brightness` is the value in the middle of a long line; a way
  /// shorter than the spot adds up as a dot of the same light.
  void add_line(Pixel from, Pixel to, Rgb brightness);
  /// The same for a way of any length, also none. `amount` is brightness times length in pixels.
  void add_way(Pixel from, Pixel to, Rgb amount);
  /// The spot rests; `brightness` is the value in its middle.
  void add_dot(Pixel at, Rgb brightness);
  /// All light is multiplied by `factor`, 0..1, when it is looked at next.
  void fade(float factor);
  void clear();

  /// Writes the picture: background plus light, where the light runs into saturation softly, in sRGB. Tiles
  /// without light are copied from the background.
  /// @param background and @param out width * height pixels 0xffRRGGBB, row by row
  void develop(float exposure, std::span<const std::uint32_t> background, std::span<std::uint32_t> out);

  int width() const noexcept { return width_; }
  int height() const noexcept { return height_; }
  float sigma() const noexcept { return sigma_; }
  /// The light of a pixel in linear units, after fading.
  Rgb at(int x, int y) const noexcept;

 private:
  struct Cell {  // as it lies in a picture: 0xffRRGGBB in little endian
    float b = 0, g = 0, r = 0, unused = 0;
  };
  struct Tile {
    bool lit = false;      ///< holds light
    bool touched = false;  ///< got light since it was developed
    bool shown = true;     ///< `out` may hold something else than background
  };
  static constexpr int kTileWidth = 64;
  static constexpr int kTileHeight = 16;

  void add_row(int y, float x_from, float x_to, Pixel from, Pixel direction, float length, Rgb brightness);
  void touch(int y, int x_from, int x_to) noexcept;
  std::uint32_t develop_row(const Cell* cells, const std::uint32_t* background, std::uint32_t* out, int count,
                            float gain) const noexcept;
  void develop_tile(std::size_t index, float gain, std::span<const std::uint32_t> background,
                    std::span<std::uint32_t> out);
  void clear_tile(std::size_t index) noexcept;
  void renormalise() noexcept;

  int width_, height_;
  int tiles_across_, tiles_down_;
  float sigma_, reach_;  ///< the spot ends at `reach_` pixels from its middle
  float scale_ = 1;      ///< what new light is multiplied by, so that old light need not be touched to fade
  std::vector<Cell> cells_;
  std::vector<Tile> tiles_;
  std::vector<float> across_;  ///< the spot's profile by distance
  std::vector<float> along_;   ///< its integral from -reach_ on, 0..1
  const std::uint32_t* last_background_ = nullptr;
  const std::uint32_t* last_out_ = nullptr;
};

}  // namespace idn::viewer
