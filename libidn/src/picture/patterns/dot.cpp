// SPDX-License-Identifier: MIT
#include "picture/patterns/patterns.hpp"

namespace idn::picture {

/// A spot at rest would concentrate all power in one place, so this one moves: one turn per second.
void draw_dot(Path& pen, Colour colour) {
  pen.circle(0, 0, 1, 1, colour);
}

}  // namespace idn::picture
