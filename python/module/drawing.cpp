// SPDX-License-Identifier: MIT
#include "idn/picture/drawing.hpp"

#include <nanobind/stl/string_view.h>

#include <cmath>
#include <string>

#include "bind.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace idn::python {
namespace {

using picture::Colour;
using picture::Drawing;

std::uint8_t octet_of(double share) {
  if (!(share >= 0 && share <= 1))
    throw nb::value_error(("a colour is " + std::to_string(share) + ": give 0 to 1").c_str());
  return static_cast<std::uint8_t>(std::lround(255 * share));
}

Colour colour_of(double r, double g, double b) {
  return {octet_of(r), octet_of(g), octet_of(b)};
}

}  // namespace

void bind_drawing(nb::module_& module) {
  constexpr auto kItself = nb::rv_policy::reference;
  nb::class_<Drawing>(
      module, "Drawing",
      R"(A picture in floating point for Device.show(), for projectors of any rate: docs/drawing.md.

Strokes with colours, made by calls as on a plotter, in two or three dimensions; -1 (left, bottom) to 1 (right, top).
Positions go through the current transform, then through the camera; what is outside of the range is cut off. A
position that is no number draws nothing. All calls that draw or transform return the drawing.)")
      .def(nb::init<>(), nb::sig("def __init__(self) -> None"), "Nothing is drawn yet.")
      .def(
          "colour",
          [](Drawing& self, double r, double g, double b) -> Drawing& {
            return self.colour(colour_of(r, g, b));
          },
          "r"_a = 0.0, "g"_a = 0.0, "b"_a = 0.0, kItself,
          "Of what is drawn from here on, 0 to 1 each; white at first.")
      .def("move_to", &Drawing::move_to, "x"_a, "y"_a, "z"_a = 0.0, kItself,
           "Begins a stroke; z grows towards the audience.")
      .def("line_to", &Drawing::line_to, "x"_a, "y"_a, "z"_a = 0.0, kItself,
           "Draws a straight line. One without length is a dot.")
      .def(
          "fade_to",
          [](Drawing& self, double x, double y, double z, double r, double g, double b) -> Drawing& {
            return self.fade_to(x, y, z, colour_of(r, g, b));
          },
          "x"_a, "y"_a, "z"_a = 0.0, nb::kw_only(), "r"_a = 0.0, "g"_a = 0.0, "b"_a = 0.0, kItself,
          "As line_to(); the colour changes evenly from the present one to this, which stays.")
      .def("curve_to", &Drawing::curve_to, "x1"_a, "y1"_a, "x2"_a, "y2"_a, "x"_a, "y"_a, kItself,
           "Draws a cubic Bézier curve with the control points 1 and 2, at the depth of the pen.")
      .def("close", &Drawing::close, kItself,
           "Draws a line to the beginning of the stroke, which is closed then.")
      .def(
          "arc", &Drawing::arc, "x"_a, "y"_a, "radius"_a, "from_degrees"_a, "to_degrees"_a, kItself,
          R"(An arc around (x, y), counter-clockwise from one angle to the other, 0 to the right, up to a full turn;
clockwise if `to_degrees` is less.)")
      .def("circle", &Drawing::circle, "x"_a, "y"_a, "radius"_a, kItself, "A circle around (x, y).")
      .def("polygon", &Drawing::polygon, "x"_a, "y"_a, "radius"_a, "corners"_a, kItself,
           "A regular polygon, whose first corner is above the centre.")
      .def(
          "text", &Drawing::text, "text"_a, "x"_a, "y"_a, "height"_a, kItself,
          R"(Text in strokes, from (x, y) at the baseline to the right; `height` is that of capitals. Latin-1 and the
euro sign; other characters are boxes. "\n" begins a line.)")
      .def(
          "text_width",
          [](const Drawing&, std::string_view text, double height) {
            return Drawing::text_width(text, height);
          },
          "text"_a, "height"_a, "Width of the longest line of a text of that height.")
      .def("push", &Drawing::push, kItself, "Keeps the current transform until pop().")
      .def("pop", &Drawing::pop, kItself, "Back to the transform of the last push() that has no pop() yet.")
      .def("translate", &Drawing::translate, "x"_a, "y"_a, "z"_a = 0.0, kItself,
           "Moves what is drawn from here on; as all transforms, before those that were given earlier.")
      .def(
          "rotate", &Drawing::rotate, "degrees"_a, "axis_x"_a = 0.0, "axis_y"_a = 0.0, "axis_z"_a = 1.0,
          kItself,
          "Around an axis through the origin, counter-clockwise as seen from its end; by default in the plane.")
      .def("scale", &Drawing::scale, "x"_a, "y"_a, "z"_a = 1.0, kItself, "Scales each axis.")
      .def(
          "camera", &Drawing::camera, "distance"_a, kItself,
          R"(Perspective from (0, 0, distance); what is at z = 0 keeps its size. 0, as at first: parallel projection.)")
      .def("clear", &Drawing::clear, "Removes all strokes, transforms and the camera; the colour is white.")
      .def_prop_ro("is_complete", &Drawing::is_complete,
                   "Whether all was drawn, and nothing refused for its number or its position.");
}

}  // namespace idn::python
