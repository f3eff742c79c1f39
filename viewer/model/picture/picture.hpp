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
  /// The light fades to 1/e in this time. Above zero. Of a film of 25 pictures per second, as of most lasers,
  /// the one before is then hardly seen any more.
  Duration persistence = std::chrono::milliseconds(25);
  double exposure =
      1;  ///< 1: a white line four times as long as the picture is high, drawn over and over, is bright
  Primaries primaries = standard_primaries();
  TracerOptions beam{};
  bool ttl = false;
  bool light = true;             ///< the lit way of the beam
  bool dots = false;             ///< each lit sample at its commanded place
  bool blanked_path = false;     ///< the dark way, grey
  bool commanded_path = false;   ///< with scanners: what was commanded, blue
  bool chunk_starts = false;     ///< marked orange
  bool datagram_starts = false;  ///< marked blue
  bool grid = false;             ///< tenths of the width
  bool ilda_figure = false;      ///< the square of the ILDA test pattern and the circle that should touch it

  friend bool operator==(const PictureOptions&, const PictureOptions&) = default;
};

/// The picture that a beam leaves on the eye. A segment that is drawn in dt along L pixels leaves dt / L of
/// light on each: fast lines are dim, resting points bright. Deterministic. Threads: one owner, any number of
/// pictures.
class Picture {
 public:
  explicit Picture(const PictureOptions& options);

  const PictureOptions& options() const noexcept { return options_; }
  /// The next picture is drawn anew.
  void set_options(const PictureOptions& options);
  /// The source is another one now: nothing of it was drawn yet.
  void restart() noexcept { drawn_.reset(); }

  /// Lets time pass to `at` and draws what happens until then. Going back, or far ahead, draws anew what can
  /// still be seen at `at`.
  /// @return 0xffRRGGBB row by row, valid until the next call
  std::span<const std::uint32_t> show(const Timeline& timeline, TimePoint at);

  /// Where a position of the beam is on the screen, and back.
  Pixel pixel_of(Position position) const noexcept;
  Position position_of(Pixel pixel) const noexcept;

 private:
  void draw(const Timeline& timeline, TimePoint from, TimePoint to);
  void draw(const Stroke& stroke, TimePoint now, Brush& brush);
  void draw_light(const Stroke& stroke, Rgb colour, float fresh, Brush& brush);
  void draw_marks(const Stroke& stroke, bool is_lit, float fresh);

  PictureOptions options_;
  Light light_;
  Tracer tracer_;
  std::vector<std::uint32_t> background_;
  std::vector<std::uint32_t> pixels_;
  float half_side_ = 0;  ///< pixels from the middle to the edge of what the beam reaches
  std::optional<TimePoint> drawn_;
};

}  // namespace idn::viewer
