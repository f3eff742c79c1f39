// SPDX-License-Identifier: MIT
#include "picture/patterns/patterns.hpp"

namespace idn::picture {
namespace {

/// Time of a turn in units of Path::moves().across: 300 turns per second with 30 kpps scanners.
constexpr double kCrossingsPerCircle = 1e3 / 300;
constexpr Colour kRed{255, 0, 0}, kGreen{0, 255, 0}, kBlue{0, 0, 255}, kWhite{255, 255, 255};

void draw_inner_square(Path& pen, Colour colour) {
  pen.move_to(-0.5, -0.5).line_to(0.5, -0.5, colour).line_to(0.5, 0.5, colour);
  pen.line_to(-0.5, 0.5, colour).line_to(-0.5, -0.5, colour);
}

/// Four bars, one per primary colour and a white one: to compare levels and the alignment of colours.
void draw_bars(Path& pen) {
  const Colour colours[] = {kRed, kGreen, kBlue, kWhite};
  double y = -0.64;
  for (const Colour colour : colours) {
    pen.move_to(-0.4, y).line_to(0.4, y, colour);
    y -= 0.08;
  }
}

/// Dashes whose ends shift if the laser switches early or late.
void draw_dashes(Path& pen) {
  for (int i = 0; i < 5; ++i) pen.move_to(-0.45 + 0.2 * i, 0.75).line_to(-0.35 + 0.2 * i, 0.75, kWhite);
}

}  // namespace

/// The circle is commanded to touch the inner square from inside; slower scanners draw it smaller.
void draw_ilda(Path& pen, Colour colour) {
  draw_square(pen, colour);
  draw_inner_square(pen, kGreen);
  pen.move_to(0.5, 0).circle(0, 0, 0.5, kCrossingsPerCircle * in_seconds(pen.moves().across), kRed);
  pen.move_to(-0.25, 0).line_to(0.25, 0, kBlue).move_to(0, 0.25).line_to(0, -0.25, kBlue);
  draw_bars(pen);
  draw_dashes(pen);
}

}  // namespace idn::picture
