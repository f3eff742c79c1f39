// SPDX-License-Identifier: MIT
#include "bench/drawing/scenes.hpp"

#include <cmath>
#include <numbers>
#include <random>

namespace idn::bench {
namespace {

using picture::Drawing;

void line(Drawing& to, double x1, double y1, double x2, double y2) {
  to.move_to(x1, y1).line_to(x2, y2);
}

void rectangle(Drawing& to, double x, double y, double width, double height) {
  to.move_to(x, y).line_to(x + width, y).line_to(x + width, y + height).line_to(x, y + height).close();
}

void centred(Drawing& to, std::string_view text, double y, double height) {
  to.text(text, -Drawing::text_width(text, height) / 2, y, height);
}

/// Two squares and the four edges between them.
void cube(Drawing& to, double size) {
  for (const double z : {-size, size})
    to.move_to(-size, -size, z).line_to(size, -size, z).line_to(size, size, z).line_to(-size, size, z).close();
  for (const double x : {-size, size})
    for (const double y : {-size, size}) to.move_to(x, y, -size).line_to(x, y, size);
}

/// Every edge on its own.
void cube_of_edges(Drawing& to, double size) {
  for (const double a : {-size, size})
    for (const double b : {-size, size}) {
      to.move_to(-size, a, b).line_to(size, a, b);
      to.move_to(a, -size, b).line_to(a, size, b);
      to.move_to(a, b, -size).line_to(a, b, size);
    }
}

void star(Drawing& to, double x, double y, double radius, int points, int step) {
  for (int i = 0; i <= points; ++i) {
    const double angle = 2 * std::numbers::pi * i * step / points;
    const double at_x = x - radius * std::sin(angle), at_y = y + radius * std::cos(angle);
    i == 0 ? to.move_to(at_x, at_y) : to.line_to(at_x, at_y);
  }
}

void spiral(Drawing& to, double turns, double radius) {
  constexpr int kSteps = 300;
  for (int i = 0; i <= kSteps; ++i) {
    const double t = static_cast<double>(i) / kSteps, angle = 2 * std::numbers::pi * turns * t;
    const double at = radius * (0.1 + 0.9 * t);
    i == 0 ? to.move_to(at * std::cos(angle), at * std::sin(angle))
           : to.line_to(at * std::cos(angle), at * std::sin(angle));
  }
}

void lissajous(Drawing& to, int across, int up) {
  constexpr int kSteps = 400;
  for (int i = 0; i < kSteps; ++i) {
    const double angle = 2 * std::numbers::pi * i / kSteps;
    const double x = 0.8 * std::sin(across * angle), y = 0.8 * std::sin(up * angle + 0.5);
    i == 0 ? to.move_to(x, y) : to.line_to(x, y);
  }
  to.close();
}

void grid(Drawing& to, int lines) {
  for (int i = 0; i < lines; ++i) {
    const double at = -0.8 + 1.6 * i / (lines - 1);
    line(to, -0.8, at, 0.8, at);
    line(to, at, -0.8, at, 0.8);
  }
}

void dashes(Drawing& to, int count) {
  std::mt19937 engine(7);  // its values are the same everywhere, those of the distributions are not
  const auto number = [&engine] { return static_cast<double>(engine()) / 4294967296.0 * 2 - 1; };
  for (int i = 0; i < count; ++i) {
    const double x = 0.85 * number(), y = 0.85 * number(), angle = std::numbers::pi * number();
    line(to, x, y, x + 0.08 * std::cos(angle), y + 0.08 * std::sin(angle));
  }
}

void house(Drawing& to) {
  to.move_to(-0.5, -0.6).line_to(0.5, -0.6).line_to(0.5, 0.2).line_to(0, 0.7).line_to(-0.5, 0.2).close();
  line(to, -0.5, 0.2, 0.5, 0.2);
  rectangle(to, -0.1, -0.6, 0.2, 0.4);
  rectangle(to, -0.4, -0.2, 0.2, 0.2);
  rectangle(to, 0.2, -0.2, 0.2, 0.2);
}

void flower(Drawing& to) {
  for (int i = 0; i < 6; ++i) {
    to.push()
        .rotate(60 * i)
        .move_to(0, 0)
        .curve_to(0.5, 0.2, 0.9, 0.1, 0.8, 0)
        .curve_to(0.9, -0.1, 0.5, -0.2, 0, 0)
        .pop();
  }
}

void wave(Drawing& to) {
  constexpr int kSteps = 200;
  for (int i = 0; i <= kSteps; ++i) {
    const double x = -0.9 + 1.8 * i / kSteps, y = 0.5 * std::sin(6 * std::numbers::pi * i / kSteps);
    i == 0 ? to.move_to(x, y) : to.line_to(x, y);
  }
}

void zigzag(Drawing& to) {
  to.move_to(-0.9, -0.4);
  for (int i = 1; i <= 16; ++i) to.line_to(-0.9 + 1.8 * i / 16, i % 2 == 0 ? -0.4 : 0.4);
}

void sphere(Drawing& to) {
  for (int i = 1; i < 6; ++i) {
    const double angle = std::numbers::pi * i / 6;
    to.push().translate(0, 0, 0.7 * std::cos(angle)).circle(0, 0, 0.7 * std::sin(angle)).pop();
  }
  for (int i = 0; i < 4; ++i) to.push().rotate(45 * i).rotate(90, 1, 0, 0).circle(0, 0, 0.7).pop();
}

void tunnel(Drawing& to) {
  for (int i = 0; i < 8; ++i) to.push().translate(0, 0, -0.5 * i).rotate(8 * i).polygon(0, 0, 0.9, 6).pop();
}

Drawing turned() {
  Drawing made;
  made.camera(3).rotate(30, 1, 0.3, 0).rotate(40, 0, 1, 0);
  return made;
}

Drawing drawn(void (*draw)(Drawing&), Drawing on = {}) {
  draw(on);
  return on;
}

}  // namespace

std::vector<Scene> drawing_scenes() {
  return {
      {"line", drawn([](Drawing& to) { line(to, -0.8, 0, 0.8, 0); })},
      {"square", drawn([](Drawing& to) { rectangle(to, -0.7, -0.7, 1.4, 1.4); })},
      {"triangle", drawn([](Drawing& to) { to.polygon(0, 0, 0.8, 3); })},
      {"circle", drawn([](Drawing& to) { to.circle(0, 0, 0.8); })},
      {"small circle", drawn([](Drawing& to) { to.circle(0.3, 0.2, 0.1); })},
      {"concentric circles", drawn([](Drawing& to) {
         for (int i = 1; i <= 5; ++i) to.circle(0, 0, 0.17 * i);
       })},
      {"nine circles", drawn([](Drawing& to) {
         for (int i = 0; i < 9; ++i) to.circle(-0.6 + 0.6 * (i % 3), -0.6 + 0.6 * (i / 3), 0.2);
       })},
      {"five-pointed star", drawn([](Drawing& to) { star(to, 0, 0, 0.8, 5, 2); })},
      {"star of 24", drawn([](Drawing& to) { star(to, 0, 0, 0.8, 24, 7); })},
      {"12 small stars", drawn([](Drawing& to) {
         for (int i = 0; i < 12; ++i) star(to, -0.75 + 0.5 * (i % 4), -0.6 + 0.6 * (i / 4), 0.12, 5, 2);
       })},
      {"hexagons", drawn([](Drawing& to) {
         for (int i = 0; i < 6; ++i) to.push().rotate(60 * i).polygon(0.55, 0, 0.25, 6).pop();
       })},
      {"zigzag", drawn(zigzag)},
      {"sine wave", drawn(wave)},
      {"spiral", drawn([](Drawing& to) { spiral(to, 5, 0.85); })},
      {"Lissajous 3:2", drawn([](Drawing& to) { lissajous(to, 3, 2); })},
      {"Lissajous 5:4", drawn([](Drawing& to) { lissajous(to, 5, 4); })},
      {"flower", drawn(flower)},
      {"house", drawn(house)},
      {"grid 5 x 5", drawn([](Drawing& to) { grid(to, 5); })},
      {"grid 9 x 9", drawn([](Drawing& to) { grid(to, 9); })},
      {"30 dashes", drawn([](Drawing& to) { dashes(to, 30); })},
      {"100 dashes", drawn([](Drawing& to) { dashes(to, 100); })},
      {"cube", drawn([](Drawing& to) { cube(to, 0.5); }, turned())},
      {"cube of edges", drawn([](Drawing& to) { cube_of_edges(to, 0.5); }, turned())},
      {"two cubes", drawn([](Drawing& to) { cube(to, 0.6), cube(to, 0.3); }, turned())},
      {"sphere", drawn(sphere, turned())},
      {"tunnel", drawn(tunnel, std::move(Drawing{}.camera(1.5)))},
      {"word", drawn([](Drawing& to) { centred(to, "LASER", -0.2, 0.45); })},
      {"line of text", drawn([](Drawing& to) { centred(to, "Größe: 42 µm", -0.1, 0.18); })},
      {"four lines of text", drawn([](Drawing& to) {
         to.text("The quick brown\nfox jumps over\nthe lazy dog\n0123456789", -0.9, 0.5, 0.17);
       })},
  };
}

}  // namespace idn::bench
