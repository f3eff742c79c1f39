// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "viewer/model/picture/brush.hpp"
#include "viewer/model/picture/colours.hpp"
#include "viewer/model/picture/light.hpp"
#include "viewer/model/picture/tracer.hpp"

namespace idn::viewer {

struct PictureOptions {
  int width = 1920;  ///< pixels, 16..16384
  int height = 1080;
  double zoom = 1;    ///< 1: the whole range of the beam
  Position middle{};  ///< what is in the middle of the picture
  /// Time constant of fading: to 1/e; above zero. With the default, at 25 pictures per second, the previous
  /// picture is hardly visible.
  Duration persistence = std::chrono::milliseconds(25);
  /// 1: a white line of four times the picture's height, drawn again and again, has full brightness.
  double exposure = 1;
  Primaries primaries = standard_primaries();
  TracerOptions beam{};
  bool ttl = false;
  bool light = true;             ///< the lit path of the beam
  bool dots = false;             ///< each lit sample at its commanded position
  bool blanked_path = false;     ///< the blanked path, grey
  bool commanded_path = false;   ///< with scanners: the commanded path, blue
  bool chunk_starts = false;     ///< marked orange
  bool datagram_starts = false;  ///< marked blue
  bool grid = false;             ///< grid in tenths of the half width
  bool ilda_figure = false;      ///< the square of the ILDA test pattern and the circle that should touch it

  friend bool operator==(const PictureOptions&, const PictureOptions&) = default;
};

/// Renders what an eye sees of the beam. A segment drawn in the time dt along L pixels leaves light of dt / L
/// per pixel: fast lines are dim, resting points bright. Deterministic. Threads: one owner per object.
class Picture {
 public:
  explicit Picture(const PictureOptions& options);

  const PictureOptions& options() const noexcept { return options_; }
  /// If the options differ, the next show() starts from scratch.
  void set_options(const PictureOptions& options);
  /// To be called when the source changes: the next show() starts from scratch.
  void restart() noexcept { drawn_.reset(); }

  /// Advances to `at`: fades the light and draws the strokes since the last call. If `at` is earlier, or much
  /// later, everything still visible at `at` is drawn from scratch.
  /// @return 0xffRRGGBB row by row, valid until the next call
  std::span<const std::uint32_t> show(const Timeline& timeline, TimePoint at);

  /// Conversion between positions of the beam and pixels of the screen.
  Pixel pixel_of(Position position) const noexcept;
  Position position_of(Pixel pixel) const noexcept;

 private:
  void draw(const Timeline& timeline, TimePoint from, TimePoint to);
  void draw(const Stroke& stroke, TimePoint now, Brush& brush);
  void draw_light(const Stroke& stroke, LinearRgb colour, float fresh, Brush& brush);
  void draw_marks(const Stroke& stroke, bool is_lit, float fresh);

  PictureOptions options_;
  Light light_;
  Tracer tracer_;
  std::vector<std::uint32_t> background_;
  std::vector<std::uint32_t> pixels_;
  float half_side_ = 0;             ///< pixels from the middle to the edge of the beam's range, zoomed
  std::optional<TimePoint> drawn_;  ///< time up to which strokes are drawn
};

}  // namespace idn::viewer
