// SPDX-License-Identifier: MIT
#include "sender/pattern/pattern.hpp"

namespace idn::sender {

void draw_square(Path& pen, Colour colour) {
  pen.move_to(-1, -1)
      .line_to(1, -1, colour)
      .line_to(1, 1, colour)
      .line_to(-1, 1, colour)
      .line_to(-1, -1, colour);
}

}  // namespace idn::sender
