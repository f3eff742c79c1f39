// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "viewer/model/picture/colours.hpp"

namespace idn::viewer {

/// A position on the screen in pixels; the centre of the first pixel is (0.5, 0.5), y grows downwards.
struct Pixel {
  float x = 0;
  float y = 0;
};

/// Accumulates light on a screen and lets it fade: linear, in floating point. The buffer is divided into
/// blocks, of which only those that contain light cost time. The beam is a round Gaussian spot.
class Light {
 public:
  /// @param sigma standard deviation of the spot, in pixels; less than 0.5 counts as 0.5
  Light(int width, int height, float sigma);

  /// The spot moves at constant speed from `from` to `to`. `brightness` is the value on the axis of a long
  /// line; a line shorter than the spot becomes a dot with the same total light.
  void add_line(Pixel from, Pixel to, LinearRgb brightness);
  /// add_line() by the total light: `amount` is brightness times length in pixels. The length may be 0.
  void add_line_total(Pixel from, Pixel to, LinearRgb amount);
  /// The spot rests at `at`; `brightness` is the value in its middle.
  void add_dot(Pixel at, LinearRgb brightness);
  /// Multiplies all light by `factor`, 0..1, in constant time.
  void fade(float factor);
  void clear();

  /// Renders the picture in sRGB: background plus light, with soft saturation (see tone()). Blocks without
  /// light are copied from the background, but not again if both buffers are those of the last call: then they
  /// must be unchanged.
  /// @param background and @param out width * height pixels 0xffRRGGBB, row by row
  void render(float exposure, std::span<const std::uint32_t> background, std::span<std::uint32_t> out);

  int width() const noexcept { return width_; }
  int height() const noexcept { return height_; }
  float sigma() const noexcept { return sigma_; }
  /// The light of a pixel in linear units, after fading.
  LinearRgb at(int x, int y) const noexcept;

 private:
  struct Cell {  // channels in the order of the octets of a pixel 0xffRRGGBB in little endian
    float b = 0, g = 0, r = 0, unused = 0;
  };
  struct Block {
    bool lit = false;      ///< contains light
    bool touched = false;  ///< light was added since the last render()
    bool shown = true;     ///< `out` may differ from the background
  };
  static constexpr int kBlockWidth = 64;
  static constexpr int kBlockHeight = 16;

  void add_row(int y, float x_from, float x_to, Pixel from, Pixel direction, float length,
               LinearRgb brightness);
  void touch(int y, int x_from, int x_to) noexcept;
  std::uint32_t render_row(const Cell* cells, const std::uint32_t* background, std::uint32_t* out, int count,
                           float gain) const noexcept;
  void render_block(std::size_t index, float gain, std::span<const std::uint32_t> background,
                    std::span<std::uint32_t> out);
  void clear_block(std::size_t index) noexcept;
  void renormalise() noexcept;

  int width_, height_;
  int block_columns_, block_rows_;
  float sigma_, reach_;  ///< sigma and radius of the spot in pixels
  float scale_ = 1;      ///< factor for new light: fading raises it instead of reducing every cell
  std::vector<Cell> cells_;
  std::vector<Block> blocks_;
  std::vector<float> profile_;           ///< profile of the spot by distance from its middle
  std::vector<float> profile_integral_;  ///< its integral from -reach_, 0..1
  const std::uint32_t* last_background_ = nullptr;
  const std::uint32_t* last_out_ = nullptr;
};

}  // namespace idn::viewer
