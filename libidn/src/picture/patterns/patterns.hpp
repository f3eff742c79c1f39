// SPDX-License-Identifier: MIT
#pragma once

#include "idn/picture/path.hpp"

/// Functions for Pattern::draw, each in a file of its own.
namespace idn::picture {

void draw_circle(Path& pen, Colour colour);
void draw_square(Path& pen, Colour colour);
void draw_grid(Path& pen, Colour colour);
void draw_ilda(Path& pen, Colour colour);
void draw_sweep(Path& pen, Colour colour);
void draw_dot(Path& pen, Colour colour);

}  // namespace idn::picture
