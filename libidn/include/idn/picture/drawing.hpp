// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "idn/export.hpp"
#include "idn/picture/path.hpp"
#include "idn/time.hpp"

namespace idn::picture {

/// A point of a stroke, in the projector's range: -1 (left, bottom) to 1 (right, top).
struct Vertex {
  double x = 0;  ///< -1..1, to the right
  double y = 0;  ///< -1..1, upwards
  /// Between two vertices the colour changes evenly. It changes at once where two vertices are at one place.
  Colour colour{};

  friend bool operator==(const Vertex&, const Vertex&) = default;
};

/// What the beam draws without going dark: at least two vertices; a dot has both at one place. A stroke whose
/// last vertex is where its first one is is closed: it may begin anywhere.
using DrawnStroke = std::vector<Vertex>;

/// A picture in floating point, for projectors of any rate: strokes with colours, made by calls as on a
/// plotter, in two or three dimensions. render() turns it into samples.
///
/// Positions go through the current transform, then through the camera; what is outside of the projector's
/// range is cut off. A call with a position that is no number, or farther than kFarthest, draws nothing, and
/// the next line begins a new stroke at its end. Beyond kMostVertices nothing more is drawn.
/// Threads: one owner. Real-time: no (heap).
class IDN_EXPORT Drawing {
 public:
  static constexpr double kFarthest = 1e6;               ///< of a coordinate, after the transform
  static constexpr std::size_t kMostVertices = 1 << 16;  ///< of all strokes together

  /// Colour of what is drawn from here on; white at first.
  Drawing& colour(Colour colour) noexcept;
  /// Begins a stroke at (x, y, z); z grows towards the audience.
  Drawing& move_to(double x, double y, double z = 0);
  /// Draws a straight line. One without length is a dot.
  Drawing& line_to(double x, double y, double z = 0);
  /// As line_to(), whose colour changes evenly from the present one to `colour`, which stays.
  Drawing& fade_to(double x, double y, Colour colour) { return fade_to(x, y, 0, colour); }
  /// The same in space.
  Drawing& fade_to(double x, double y, double z, Colour colour);
  /// Draws a cubic Bézier curve with the control points 1 and 2, at the depth of the pen.
  Drawing& curve_to(double x1, double y1, double x2, double y2, double x, double y);
  /// Draws a line to the beginning of the stroke, which is closed then.
  Drawing& close();
  /// A stroke of its own: an arc around (x, y), counter-clockwise from one angle to the other, 0 to the right,
  /// up to a full turn; clockwise if `to` is less than `from`.
  Drawing& arc(double x, double y, double radius, double from_degrees, double to_degrees);
  /// A closed stroke.
  Drawing& circle(double x, double y, double radius);
  /// A closed stroke: a regular polygon, whose first corner is above the centre.
  /// @param corners from 3 to 1000; others are brought to that
  Drawing& polygon(double x, double y, double radius, int corners);
  /// Draws text in strokes, from (x, y) at the baseline to the right. `height` is that of capitals. UTF-8 of
  /// Latin-1 and the euro sign; other characters, and octets that are no UTF-8, are drawn as boxes. "\n" begins
  /// a new line, 1.8 heights below.
  Drawing& text(std::string_view utf8, double x, double y, double height);
  /// Width of the longest line of a text of that height.
  static double text_width(std::string_view utf8, double height) noexcept;

  /// Keeps the current transform until pop().
  Drawing& push();
  /// The transform of the last push() that has none yet. Without one: no transform.
  Drawing& pop() noexcept;
  /// What is drawn from here on is moved; as all transforms, before those that were given earlier.
  Drawing& translate(double x, double y, double z = 0) noexcept;
  /// Rotates around an axis through the origin, counter-clockwise as seen from its end; by default in the
  /// plane.
  Drawing& rotate(double degrees, double axis_x = 0, double axis_y = 0, double axis_z = 1) noexcept;
  /// Scales each axis.
  Drawing& scale(double x, double y, double z = 1) noexcept;
  /// Perspective: the eye is at (0, 0, distance) and looks at the origin; what is at z = 0 keeps its size, what
  /// is nearer to the eye than a hundredth of the distance is cut off. 0, as at first: parallel projection.
  Drawing& camera(double distance) noexcept;

  /// Removes all strokes, transforms and the camera; the colour is white.
  void clear() noexcept;
  /// What was drawn.
  const std::vector<DrawnStroke>& strokes() const noexcept { return strokes_; }
  /// Whether all was drawn, and nothing refused for its number or its position.
  bool is_complete() const noexcept { return is_complete_; }

 private:
  struct Point {
    double x = 0, y = 0, z = 0;
  };
  /// Rows of the matrix of an affine transform.
  using Transform = std::array<std::array<double, 4>, 3>;

  static constexpr Transform kNone{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

  Point placed(Point point) const noexcept;
  bool is_usable(Point placed) noexcept;
  Point projected(Point placed) const noexcept;
  void multiply(const Transform& right) noexcept;
  void draw_line(Point to, Colour from_colour, Colour to_colour);
  void draw_curve(const std::array<Point, 4>& control, int depth);
  void draw_glyph(std::string_view outline, double x, double y, double unit);
  void add_visible(const Vertex& from, const Vertex& to);
  bool is_full() const noexcept { return vertices_ >= kMostVertices; }

  std::vector<DrawnStroke> strokes_;
  std::vector<Transform> kept_;
  Transform transform_ = kNone;
  double camera_ = 0;
  Colour colour_{};
  Point pen_{}, start_{};   ///< after the transform; the start is that of the stroke
  double pen_depth_ = 0;    ///< z of the pen before the transform
  bool is_down_ = false;    ///< the pen is at a usable place
  bool is_joined_ = false;  ///< the next line continues strokes_.back()
  std::size_t vertices_ = 0;
  bool is_complete_ = true;
};

/// For whom a drawing becomes samples.
struct RenderOptions {
  SampleRate rate{30'000};   ///< of the samples
  double scanner_kpps = 30;  ///< class of the scanners, 1..200; others, and no number, are brought to that
  /// Time for one pass. A picture that takes longer at its usual speed is drawn faster and less exactly, as far
  /// as scanners of that class can follow. 0: at the usual speed.
  Duration frame_time{0};
  /// By how much the colours are delayed on their way to the lasers, as by OutputOptions::colour_shift of a
  /// device; they are that much earlier in the samples.
  Duration colour_shift{0};
};

/// A drawing as samples.
struct RenderedPicture {
  /// At most this many; further strokes are left out.
  static constexpr std::size_t kMostSamples = 1 << 20;

  /// One pass that can be repeated: its first and last sample are at one place. Empty if nothing is lit.
  std::vector<LaserSample> samples;
  Duration time{0};                  ///< of a pass
  Duration over{0};                  ///< by how much that exceeds the frame time, even at the highest speed
  std::size_t strokes_left_out = 0;  ///< for want of room
};

/// Draws a picture in the order and direction of strokes with the shortest dark way, at a speed that scanners
/// can follow: the pen waits at corners, ends and the beginnings of strokes until the mirrors of the model
/// (scanner_for) are near enough. Takes about 1 ms for fifty strokes, 5 ms for a hundred.
/// Threads: any. Real-time: no (heap).
IDN_EXPORT RenderedPicture render(const Drawing& drawing, const RenderOptions& options = {});

}  // namespace idn::picture
