// SPDX-License-Identifier: MIT
#include "picture/patterns/patterns.hpp"

namespace idn::picture {

void draw_square(Path& pen, Colour colour) {
  pen.move_to(-1, -1)
      .line_to(1, -1, colour)
      .line_to(1, 1, colour)
      .line_to(-1, 1, colour)
      .line_to(-1, -1, colour);
}

}  // namespace idn::picture
