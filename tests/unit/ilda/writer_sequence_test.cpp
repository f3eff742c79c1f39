// SPDX-License-Identifier: MIT
// Frame numbers, totals and frames that are too large for one section.

#include "idn/ilda/writer.hpp"
#include "sections.hpp"
#include "support/catch.hpp"

namespace idn::ilda {
namespace {

using test::Contents;
using test::headers;
using test::read_all;

TEST_CASE("frames count from zero and every header has the total of its sequence", "[ilda]") {
  const std::vector<Point> dot(1);
  Writer writer;
  for (int i = 0; i < 3; ++i) writer.add_frame(Format::TrueColour2d, dot);
  writer.begin_sequence();
  writer.begin_sequence();
  writer.add_palette(std::vector<Rgb>{{0, 0, 0}, {100, 100, 100}});
  for (int i = 0; i < 2; ++i) writer.add_frame(Format::Indexed3d, dot);
  const auto found = headers(writer.finish());
  REQUIRE(found.size() == 6);
  const auto expect = [&](std::size_t i, unsigned number, unsigned total) {
    CAPTURE(i);
    CHECK(found[i].number == number);
    CHECK(found[i].total == total);
  };
  expect(0, 0, 3);
  expect(1, 1, 3);
  expect(2, 2, 3);
  expect(3, 0, 0);
  expect(4, 0, 2);
  expect(5, 1, 2);
}

TEST_CASE("a sequence that outgrows its header ends by itself", "[ilda]") {
  const std::vector<Point> dot(1);
  Writer writer;
  for (int i = 0; i < 65536; ++i) writer.add_frame(Format::TrueColour2d, dot);
  const auto found = headers(writer.finish());
  REQUIRE(found.size() == 65536);
  CHECK(found.front().total == 65535);
  CHECK(found[65534].number == 65534);
  CHECK(found[65534].total == 65535);
  CHECK(found[65535].number == 0);
  CHECK(found[65535].total == 1);
}

TEST_CASE("a frame above 65535 points is split into nearly equal frames without losing a point", "[ilda]") {
  const std::size_t count = GENERATE(65535u, 65536u, 131070u, 131071u);
  CAPTURE(count);
  std::vector<Point> points(count);
  for (std::size_t i = 0; i < count; ++i) points[i] = {.x = static_cast<std::int16_t>(i * 31), .r = 1};
  Writer writer;
  const std::size_t parts = writer.add_frame(Format::TrueColour3d, points, {"BIG", "", 0});
  CHECK(parts == (count + 65534) / 65535);

  const Contents contents = read_all(writer.finish());
  CHECK(contents.findings.empty());
  REQUIRE(contents.frames.size() == parts);
  std::vector<Point> rejoined;
  for (std::size_t i = 0; i < parts; ++i) {
    CHECK(contents.frames[i].number == i);
    CHECK(contents.frames[i].points.size() >= count / parts);
    rejoined.insert(rejoined.end(), contents.frames[i].points.begin(), contents.frames[i].points.end());
  }
  CHECK((rejoined == points));
}

}  // namespace
}  // namespace idn::ilda
