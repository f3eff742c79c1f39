// SPDX-License-Identifier: MIT
#include "idn/picture/drawing.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "support/catch.hpp"

using namespace idn;
using namespace idn::picture;

namespace {

constexpr Colour kRed{255, 0, 0}, kBlue{0, 0, 255}, kWhite{};

struct Box {
  double left = 9, right = -9, bottom = 9, top = -9;
};

Box box_of(const Drawing& drawing) {
  Box box;
  for (const auto& stroke : drawing.strokes())
    for (const auto& vertex : stroke) {
      box.left = std::min(box.left, vertex.x), box.right = std::max(box.right, vertex.x);
      box.bottom = std::min(box.bottom, vertex.y), box.top = std::max(box.top, vertex.y);
    }
  return box;
}

double length_of(const Drawing& drawing) {
  double length = 0;
  for (const auto& stroke : drawing.strokes())
    for (std::size_t i = 1; i < stroke.size(); ++i)
      length += std::hypot(stroke[i].x - stroke[i - 1].x, stroke[i].y - stroke[i - 1].y);
  return length;
}

std::string utf8_of(char32_t character) {
  if (character < 0x80) return {static_cast<char>(character)};
  return {static_cast<char>(0xC0 | character >> 6), static_cast<char>(0x80 | (character & 0x3F))};
}

}  // namespace

TEST_CASE("a drawing keeps strokes as they are drawn, in their colours", "[drawing]") {
  Drawing drawing;
  drawing.colour(kRed).move_to(0, 0).line_to(0.5, 0).fade_to(0.5, 0.5, kBlue).colour(kWhite).line_to(0, 0.5);
  drawing.move_to(-0.5, 0).line_to(-0.5, 0);
  REQUIRE(drawing.strokes().size() == 2);
  CHECK(drawing.strokes()[0] == DrawnStroke{{0, 0, kRed},
                                            {0.5, 0, kRed},
                                            {0.5, 0.5, kBlue},
                                            {0.5, 0.5, kWhite},  // the colour changes at once
                                            {0, 0.5, kWhite}});
  CHECK(drawing.strokes()[1] == DrawnStroke{{-0.5, 0, kWhite}, {-0.5, 0, kWhite}});
  CHECK(drawing.is_complete());
}

TEST_CASE("closed figures end exactly where they begin", "[drawing]") {
  Drawing drawing;
  drawing.circle(0.1, 0.2, 0.3)
      .polygon(-0.1, 0, 0.7, 7)
      .move_to(0, 0)
      .line_to(0.3, 0.1)
      .line_to(0.1, 0.4)
      .close();
  drawing.text("O0", 0, 0, 0.1);
  CHECK(drawing.strokes().size() == 5);
  for (const auto& stroke : drawing.strokes()) {
    CHECK(stroke.front().x == stroke.back().x);
    CHECK(stroke.front().y == stroke.back().y);
  }
}

TEST_CASE("curves are within a ten-thousandth of their shape", "[drawing]") {
  const double radius = GENERATE(0.01, 0.1, 0.9);
  Drawing drawing;
  drawing.circle(0, 0, radius).arc(0, 0, radius, 200, 130);
  REQUIRE(drawing.strokes().size() == 2);
  for (const auto& stroke : drawing.strokes())
    for (std::size_t i = 1; i < stroke.size(); ++i) {
      const auto &a = stroke[i - 1], &b = stroke[i];
      CHECK(std::hypot(b.x, b.y) == Approx(radius).epsilon(3e-4));
      CHECK(std::hypot((a.x + b.x) / 2, (a.y + b.y) / 2) == Approx(radius).margin(radius * 3e-4 + 1e-4));
    }
  const auto& arc = drawing.strokes()[1];
  CHECK(std::atan2(arc.back().y, arc.back().x) == Approx(130 * 3.14159265358979 / 180));
  CHECK(length_of(drawing) == Approx(radius * 2 * 3.14159265358979 * (1 + 70.0 / 360)).epsilon(0.01));
}

TEST_CASE("transforms apply from the last one to the first, and a stack keeps them", "[drawing]") {
  Drawing drawing;
  drawing.push().translate(0.5, 0).rotate(90).scale(0.5, 0.25).move_to(0, 0).line_to(0.8, 0.4).pop();
  drawing.move_to(0, 0).line_to(0.8, 0.4);
  const auto end = [&](std::size_t stroke) { return drawing.strokes().at(stroke).back(); };
  CHECK(end(0).x == Approx(0.4));
  CHECK(end(0).y == Approx(0.4));
  CHECK(end(1).x == 0.8);
  // More pops than pushes: no transform.
  drawing.translate(0.1, 0).pop().pop().move_to(0, 0).line_to(0.7, 0);
  CHECK(end(2).x == 0.7);
}

TEST_CASE("a camera makes what is nearer larger, and cuts off what is behind the eye", "[drawing]") {
  Drawing drawing;
  drawing.camera(2);
  drawing.move_to(0.4, 0, 0)
      .line_to(0.4, 0.2, 1)
      .move_to(0, 0, 0)
      .line_to(0.1, 0, 4)
      .move_to(0, 0, 3)
      .line_to(0.5, 0, 5);
  REQUIRE(drawing.strokes().size() == 2);
  CHECK(drawing.strokes()[0][0] == Vertex{0.4, 0, {}});
  CHECK(drawing.strokes()[0][1].x == Approx(0.8));
  CHECK(drawing.strokes()[0][1].y == Approx(0.4));
  CHECK(drawing.strokes()[1][1].x == 1);  // on the way to the eye it leaves the picture
  // A quarter of a turn around the vertical axis brings the right side to the back.
  Drawing turned;
  turned.camera(2).rotate(90, 0, 1, 0).move_to(0.5, 0.5).line_to(-0.5, 0.5);
  CHECK(turned.strokes()[0][0].y == Approx(0.5 / 1.25));
  CHECK(turned.strokes()[0][1].y == Approx(0.5 / 0.75));
}

TEST_CASE("what is outside of the range is cut off at its edge", "[drawing]") {
  Drawing drawing;
  drawing.colour({0, 0, 0}).move_to(-3, 0.5).fade_to(3, 0.5, {240, 240, 240});
  drawing.move_to(-2, 3).line_to(3, 2).move_to(0, 0).line_to(0, 2).line_to(0.5, 0);
  REQUIRE(drawing.strokes().size() == 3);
  CHECK(drawing.strokes()[0] == DrawnStroke{{-1, 0.5, {80, 80, 80}}, {1, 0.5, {160, 160, 160}}});
  CHECK(drawing.strokes()[1].back() == Vertex{0, 1, {240, 240, 240}});
  CHECK(drawing.strokes()[2].front().y == 1);
  const Box box = box_of(std::move(Drawing{}.scale(1.7, 1.7).circle(0, 0, 0.8).text("Wide", -1, -0.3, 1)));
  CHECK(box.left >= -1);
  CHECK(box.right <= 1);
  CHECK(box.bottom >= -1);
  CHECK(box.top <= 1);
}

TEST_CASE("text has strokes for every character of Latin-1, accents included", "[drawing]") {
  for (char32_t character = 0x21; character < 0x100; ++character) {
    if ((character >= 0x7F && character <= 0xA0) || character == 0xAD) continue;
    CAPTURE(static_cast<int>(character));
    const std::string utf8 = utf8_of(character);
    Drawing drawing, box;
    drawing.text(utf8, -0.2, 0, 0.4);
    box.text("\x01", -0.2, 0, 0.4);
    REQUIRE_FALSE(drawing.strokes().empty());
    CHECK(drawing.strokes() != box.strokes());
    const Box extent = box_of(drawing);
    CHECK(extent.left >= -0.2 - 1e-9);
    CHECK(extent.right <= -0.2 + Drawing::text_width(utf8, 0.4) + 1e-9);
    CHECK(extent.bottom >= -0.2);
    CHECK(extent.top <= 0.55);
  }
  const auto height = [](std::string_view text) {
    Drawing drawing;
    drawing.text(text, -0.9, 0, 0.4);
    return box_of(drawing).top;
  };
  CHECK(height("H") == Approx(0.4));
  CHECK(height("Ä") > height("A") + 0.03);
  CHECK(height("é") > height("e") + 0.03);
  // The letter below its accent, and the dot of the i replaced.
  CHECK(std::move(Drawing{}.text("É", 0, 0, 0.4)).strokes().size() ==
        std::move(Drawing{}.text("E", 0, 0, 0.4)).strokes().size() + 1);
  CHECK(std::move(Drawing{}.text("ì", 0, 0, 0.4)).strokes().size() == 2);
}

TEST_CASE("text is as wide as it says, and begins new lines below", "[drawing]") {
  Drawing drawing;
  drawing.text("Hello\nWorld, HELLO", -0.9, 0.5, 0.1);
  const Box box = box_of(drawing);
  CHECK(box.right == Approx(-0.9 + Drawing::text_width("World, HELLO", 0.1)));
  CHECK(Drawing::text_width("Hello\nWorld, HELLO", 0.1) == Drawing::text_width("World, HELLO", 0.1));
  CHECK(box.bottom == Approx(0.5 - 0.18 - 0.1 * 2 / 12));  // the comma
  CHECK(Drawing::text_width("", 0.1) == 0);
}

TEST_CASE("octets that are no UTF-8 are boxes, one for each", "[drawing]") {
  const auto boxes = [](std::string_view text) {
    return std::move(Drawing{}.text(text, -0.9, 0, 0.1)).strokes().size();
  };
  CHECK(boxes("\xFF\xC3") == 2);
  CHECK(boxes("\xC3I") == 2);         // the letter is drawn
  CHECK(boxes("\xE2\x82\xAC") == 3);  // the euro sign: its strokes
  CHECK(boxes("\xE4\xBD\xA0") == 1);  // a character beyond Latin-1
  CHECK(boxes("\xF0\x9F\x98\x80") == 1);
  CHECK(boxes("\x80\xBF\xC0\xAF") == 4);
}

TEST_CASE("positions that are no number or too far draw nothing, and are told", "[drawing]") {
  const double bad =
      GENERATE(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300, -3e6);
  const auto refuses = [](auto draw) {
    Drawing drawing;
    drawing.move_to(0, 0);
    draw(drawing);
    CHECK_FALSE(drawing.is_complete());
    CHECK(drawing.strokes().empty());
    drawing.move_to(0, 0).line_to(0.5, 0);
    CHECK(drawing.strokes().size() == 1);
  };
  refuses([&](Drawing& to) { to.line_to(bad, 0); });
  refuses([&](Drawing& to) { to.line_to(0.5, 0, bad); });
  refuses([&](Drawing& to) { to.curve_to(0.1, 0, bad, 0, 0.2, 0); });
  refuses([&](Drawing& to) { to.push().scale(bad, 1).line_to(0.5, 0.5).pop(); });
  refuses([&](Drawing& to) {
    to.push().rotate(bad == 1e300 || bad == -3e6 ? std::nan("") : bad).line_to(0.5, 0.5).pop();
  });
  Drawing drawing;
  drawing.move_to(0, 0).line_to(bad, 0).line_to(0.5, 0).line_to(0.5, 0.5).circle(0, 0, bad).text("A", bad, 0,
                                                                                                 1);
  CHECK(drawing.strokes().size() == 1);  // from where the line is known again
}

TEST_CASE("a drawing has no more than its bound of vertices", "[drawing]") {
  Drawing drawing;
  drawing.text(std::string(100'000, '@'), 0, 0, 1e-3).move_to(0, 0);
  for (int i = 0; i < 200'000; ++i) drawing.line_to(1e-6 * i, 0).circle(0, 0, 0.5);
  std::size_t vertices = 0;
  for (const auto& stroke : drawing.strokes()) vertices += stroke.size();
  CHECK(vertices <= Drawing::kMostVertices + 2);
  CHECK(vertices >= Drawing::kMostVertices);
  CHECK_FALSE(drawing.is_complete());
  drawing.clear();
  CHECK(drawing.strokes().empty());
  CHECK(drawing.is_complete());
}
