// SPDX-License-Identifier: MIT
#include "picture/patterns/patterns.hpp"

namespace idn::picture {

void draw_grid(Path& pen, Colour colour) {
  constexpr int kLines = 9;
  // Lines alternate in direction, so that the blanked moves between them are short.
  const auto place = [](int line) { return -1 + 2.0 * line / (kLines - 1); };
  const auto side = [](int line) { return line % 2 == 0 ? -1.0 : 1.0; };
  for (int i = 0; i < kLines; ++i) pen.move_to(side(i), place(i)).line_to(-side(i), place(i), colour);
  for (int i = 0; i < kLines; ++i) pen.move_to(-place(i), -side(i)).line_to(-place(i), side(i), colour);
}

}  // namespace idn::picture
