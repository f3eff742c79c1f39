// SPDX-License-Identifier: MIT
#include "sender/pattern/pattern.hpp"

namespace idn::sender {

void draw_circle(Path& pen, Colour colour) {
  pen.circle(0, 0, 1, 1.0 / 50, colour);
}

}  // namespace idn::sender
