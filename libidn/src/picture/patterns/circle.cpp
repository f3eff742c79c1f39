// SPDX-License-Identifier: MIT
#include "picture/patterns/patterns.hpp"

namespace idn::picture {

void draw_circle(Path& pen, Colour colour) {
  pen.circle(0, 0, 1, 1.0 / 50, colour);
}

}  // namespace idn::picture
