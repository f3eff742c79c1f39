// SPDX-License-Identifier: MIT
#include "idn/picture/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "picture/drawing/font.hpp"

namespace idn::picture {
namespace {

/// Largest distance of a curve from the lines that are drawn for it: three steps of a sample's coordinates.
constexpr double kFlatness = 1e-4;
constexpr int kDeepestCurve = 8;  ///< 256 lines
/// Nearest to the eye, as a share of its distance.
constexpr double kNear = 0.01;

Colour mixed(Colour from, Colour to, double t) {
  const auto part = [t](double a, double b) {
    return static_cast<std::uint8_t>(std::lround(std::lerp(a, b, t)));
  };
  return {part(from.r, to.r), part(from.g, to.g), part(from.b, to.b)};
}

Vertex between_vertices(const Vertex& from, const Vertex& to, double t) {
  return {std::lerp(from.x, to.x, t), std::lerp(from.y, to.y, t), mixed(from.colour, to.colour, t)};
}

/// The part of a line that is inside of the projector's range, as shares of it (Liang and Barsky).
std::optional<std::pair<double, double>> part_in_range(const Vertex& from, const Vertex& to) {
  double begin = 0, end = 1;
  const auto cut = [&](double position, double change) {  // position + t * change <= 1
    if (change == 0) return position <= 1;
    const double t = (1 - position) / change;
    if (change > 0)
      end = std::min(end, t);
    else
      begin = std::max(begin, t);
    return begin <= end;
  };
  const double dx = to.x - from.x, dy = to.y - from.y;
  if (!cut(from.x, dx) || !cut(-from.x, -dx) || !cut(from.y, dy) || !cut(-from.y, -dy)) return std::nullopt;
  return std::pair{begin, end};
}

bool is_same_place(const Vertex& a, const Vertex& b) {
  return a.x == b.x && a.y == b.y;
}

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

}  // namespace

Drawing& Drawing::colour(Colour colour) noexcept {
  colour_ = colour;
  return *this;
}

Drawing::Point Drawing::placed(Point point) const noexcept {
  const auto row = [&](const std::array<double, 4>& r) {
    return r[0] * point.x + r[1] * point.y + r[2] * point.z + r[3];
  };
  return {row(transform_[0]), row(transform_[1]), row(transform_[2])};
}

/// False for NaN as well.
bool Drawing::is_usable(Point placed) noexcept {
  const bool usable =
      std::abs(placed.x) <= kFarthest && std::abs(placed.y) <= kFarthest && std::abs(placed.z) <= kFarthest;
  if (!usable) is_complete_ = false;
  return usable;
}

Drawing::Point Drawing::projected(Point placed) const noexcept {
  if (camera_ == 0) return placed;
  const double share = 1 / std::max(1 - placed.z / camera_, kNear);
  return {placed.x * share, placed.y * share, placed.z};
}

Drawing& Drawing::move_to(double x, double y, double z) {
  is_joined_ = false;
  start_ = pen_ = placed({x, y, z});
  pen_depth_ = z;
  is_down_ = is_usable(pen_);
  return *this;
}

Drawing& Drawing::line_to(double x, double y, double z) {
  return fade_to(x, y, z, colour_);
}

Drawing& Drawing::fade_to(double x, double y, double z, Colour colour) {
  const Point to = placed({x, y, z});
  const Colour from_colour = std::exchange(colour_, colour);
  if (!is_down_ || !is_usable(to)) return move_to(x, y, z);
  draw_line(to, from_colour, colour);
  pen_depth_ = z;
  return *this;
}

Drawing& Drawing::curve_to(double x1, double y1, double x2, double y2, double x, double y) {
  const double z = pen_depth_;
  const std::array control{pen_, placed({x1, y1, z}), placed({x2, y2, z}), placed({x, y, z})};
  if (!is_down_ || !std::ranges::all_of(control, [this](Point point) { return is_usable(point); }))
    return move_to(x, y, z);
  draw_curve(control, 0);
  return *this;
}

Drawing& Drawing::close() {
  if (!is_down_) return *this;
  draw_line(start_, colour_, colour_);
  is_joined_ = false;
  return *this;
}

Drawing& Drawing::arc(double x, double y, double radius, double from_degrees, double to_degrees) {
  const double sweep = radians(std::clamp(to_degrees - from_degrees, -360.0, 360.0));
  const double begin = radians(from_degrees);
  const int pieces =
      sweep == 0 ? 0 : static_cast<int>(std::ceil(std::abs(sweep) / (std::numbers::pi / 2) - 1e-9));
  const bool is_turn = std::abs(sweep) >= 2 * std::numbers::pi;
  move_to(x + radius * std::cos(begin), y + radius * std::sin(begin));
  // The usual cubic that touches the arc at its ends and in the middle.
  const double piece = sweep / std::max(pieces, 1);
  const double reach = radius * 4 / 3 * std::tan(piece / 4);
  for (int i = 0; i < pieces; ++i) {
    const double a = begin + piece * i;
    const double b = is_turn && i + 1 == pieces ? begin : a + piece;  // exactly at the start
    const double ax = x + radius * std::cos(a), ay = y + radius * std::sin(a);
    const double bx = x + radius * std::cos(b), by = y + radius * std::sin(b);
    curve_to(ax - reach * std::sin(a), ay + reach * std::cos(a), bx + reach * std::sin(b),
             by - reach * std::cos(b), bx, by);
  }
  return *this;
}

Drawing& Drawing::circle(double x, double y, double radius) {
  return arc(x, y, radius, 0, 360);
}

Drawing& Drawing::polygon(double x, double y, double radius, int corners) {
  corners = std::clamp(corners, 3, 1000);
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    const double corner_x = x - radius * std::sin(angle), corner_y = y + radius * std::cos(angle);
    i == 0 ? move_to(corner_x, corner_y) : line_to(corner_x, corner_y);
  }
  return close();
}

void Drawing::draw_line(Point to, Colour from_colour, Colour to_colour) {
  Point from = std::exchange(pen_, to);
  if (camera_ != 0) {
    const double nearest = camera_ * (1 - kNear);
    if (std::min(from.z, to.z) >= nearest) {
      is_joined_ = false;
      return;
    }
    const auto at_nearest = [&](Point in, Point out) {
      const double t = (nearest - in.z) / (out.z - in.z);
      return Point{std::lerp(in.x, out.x, t), std::lerp(in.y, out.y, t), nearest};
    };
    if (from.z > nearest) {
      from = at_nearest(to, from);
      is_joined_ = false;
    } else if (to.z > nearest) {
      to = at_nearest(from, to);
    }
  }
  const Point seen_from = projected(from), seen_to = projected(to);
  const Vertex begin{seen_from.x, seen_from.y, from_colour}, end{seen_to.x, seen_to.y, to_colour};
  const auto part = part_in_range(begin, end);
  if (!part) {
    is_joined_ = false;
    return;
  }
  if (part->first > 0) is_joined_ = false;
  add_visible(part->first > 0 ? between_vertices(begin, end, part->first) : begin,
              part->second < 1 ? between_vertices(begin, end, part->second) : end);
}

void Drawing::add_visible(const Vertex& from, const Vertex& to) {
  if (is_full()) {
    is_joined_ = false;
    is_complete_ = false;
    return;
  }
  if (!is_joined_) {
    strokes_.push_back({from, to});
    vertices_ += 2;
    is_joined_ = true;
    return;
  }
  DrawnStroke& stroke = strokes_.back();
  if (is_same_place(from, to)) return;  // only a stroke of its own is a dot
  if (stroke.back().colour != from.colour) stroke.push_back(from), ++vertices_;
  stroke.push_back(to);
  ++vertices_;
}

void Drawing::draw_curve(const std::array<Point, 4>& control, int depth) {
  const auto& [a, b, c, d] = control;
  const Point seen_a = projected(a), seen_b = projected(b), seen_c = projected(c), seen_d = projected(d);
  // Upper bound of the distance from the chord, times 4.
  const auto bulge = [](double p, double q, double r, double s) {
    return std::max(std::abs(3 * q - 2 * p - s), std::abs(3 * r - 2 * s - p));
  };
  const double distance =
      std::hypot(bulge(seen_a.x, seen_b.x, seen_c.x, seen_d.x), bulge(seen_a.y, seen_b.y, seen_c.y, seen_d.y)) /
      4;
  if (distance <= kFlatness || depth == kDeepestCurve || is_full()) {
    draw_line(d, colour_, colour_);
    return;
  }
  const auto middle = [](Point p, Point q) { return Point{(p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2}; };
  const Point ab = middle(a, b), bc = middle(b, c), cd = middle(c, d);
  const Point abc = middle(ab, bc), bcd = middle(bc, cd), centre = middle(abc, bcd);
  draw_curve({a, ab, abc, centre}, depth + 1);
  draw_curve({centre, bcd, cd, d}, depth + 1);
}

void Drawing::draw_glyph(std::string_view outline, double x, double y, double unit) {
  struct Place {
    double x = 0, y = 0;
  };
  Place at, control;
  bool is_drawing = false, bends = false;  // whether `at` and `control` have a value
  const auto curve = [&](Place to) {       // a quadratic curve, as a cubic one
    const auto third = [&](Place end) {
      return Place{end.x + (control.x - end.x) * 2 / 3, end.y + (control.y - end.y) * 2 / 3};
    };
    const Place first = third(at), second = third(to);
    curve_to(first.x, first.y, second.x, second.y, to.x, to.y);
    at = to;
  };
  for (std::size_t i = 0; i + 1 < outline.size(); i += 2) {
    if (outline[i] == ' ') {
      is_drawing = false;
      ++i;
    }
    const char row = outline[i + 1];
    const bool is_control = row <= 'Z';
    const Place place{x + (outline[i] - '0') * unit, y + (row - (is_control ? 'E' : 'e')) * unit};
    if (is_control) {
      if (bends) curve({(control.x + place.x) / 2, (control.y + place.y) / 2});
      control = place;
      bends = true;
    } else if (!is_drawing) {
      move_to(place.x, place.y);
      at = place;
      is_drawing = true;
    } else if (bends) {
      curve(place);
      bends = false;
    } else {
      line_to(place.x, place.y);
      at = place;
    }
  }
}

Drawing& Drawing::text(std::string_view utf8, double x, double y, double height) {
  const double unit = height / kCapitalHeight;
  double right = x;
  while (!utf8.empty() && !is_full()) {
    const char32_t character = next_character(utf8);
    if (character == '\n') {
      right = x;
      y -= kLineHeights * height;
      continue;
    }
    const Glyph glyph = glyph_of(character);
    for (const GlyphPart& part : glyph.parts)
      draw_glyph(part.outline, right + part.x * unit, y + part.y * unit, part.size * unit);
    right += (glyph.width + kGlyphGap) * unit;
  }
  if (!utf8.empty()) is_complete_ = false;
  return *this;
}

double Drawing::text_width(std::string_view utf8, double height) noexcept {
  double widest = 0, width = 0;
  while (!utf8.empty()) {
    const char32_t character = next_character(utf8);
    width = character == '\n' ? 0 : width + glyph_of(character).width + kGlyphGap;
    widest = std::max(widest, width - kGlyphGap);
  }
  return widest * height / kCapitalHeight;
}

Drawing& Drawing::push() {
  kept_.push_back(transform_);
  return *this;
}

Drawing& Drawing::pop() noexcept {
  transform_ = kept_.empty() ? kNone : kept_.back();
  if (!kept_.empty()) kept_.pop_back();
  return *this;
}

void Drawing::multiply(const Transform& right) noexcept {
  Transform product{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 4; ++column)
      for (std::size_t i = 0; i < 3; ++i) product[row][column] += transform_[row][i] * right[i][column];
    product[row][3] += transform_[row][3];
  }
  transform_ = product;
}

Drawing& Drawing::translate(double x, double y, double z) noexcept {
  multiply({{{1, 0, 0, x}, {0, 1, 0, y}, {0, 0, 1, z}}});
  return *this;
}

Drawing& Drawing::rotate(double degrees, double axis_x, double axis_y, double axis_z) noexcept {
  const double length = std::hypot(axis_x, axis_y, axis_z);
  if (length == 0) return *this;
  const double x = axis_x / length, y = axis_y / length, z = axis_z / length;
  const double c = std::cos(radians(degrees)), s = std::sin(radians(degrees)), r = 1 - c;
  multiply({{{x * x * r + c, x * y * r - z * s, x * z * r + y * s, 0},
             {y * x * r + z * s, y * y * r + c, y * z * r - x * s, 0},
             {z * x * r - y * s, z * y * r + x * s, z * z * r + c, 0}}});
  return *this;
}

Drawing& Drawing::scale(double x, double y, double z) noexcept {
  multiply({{{x, 0, 0, 0}, {0, y, 0, 0}, {0, 0, z, 0}}});
  return *this;
}

Drawing& Drawing::camera(double distance) noexcept {
  camera_ = distance > 0 && distance <= kFarthest ? distance : 0;
  return *this;
}

void Drawing::clear() noexcept {
  *this = Drawing{};
}

}  // namespace idn::picture
