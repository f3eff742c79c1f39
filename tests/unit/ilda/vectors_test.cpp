// SPDX-License-Identifier: MIT
// The example files of the format description, which were made independently of this reader and writer.

#include "idn/ilda/reader.hpp"
#include "idn/ilda/writer.hpp"
#include "sections.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

namespace idn::ilda {
namespace {

using test::Contents;
using test::Octets;
using test::read_all;

const Label kSquare{"SQUARE", "FACTS", 0};
const Label kPalette{"PAL4", "FACTS", 0};
const Label kLine{"LINE", "FACTS", 0};
const Label kIndexed3d{"Z3", "FACTS", 0};
const Label kTrueColour3d{"Z4", "FACTS", 0};

const std::vector<Point> kSquarePoints{{.x = -16384, .y = -16384, .blanked = true},
                                       {.x = 16384, .y = -16384, .r = 255},
                                       {.x = 16384, .y = 16384, .g = 255},
                                       {.x = -16384, .y = 16384, .b = 255},
                                       {.x = -16384, .y = -16384, .r = 255, .g = 255, .b = 255}};
const std::vector<Rgb> kPaletteColours{{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}};
const std::vector<Point> kLinePoints{{.x = -8000, .blanked = true},
                                     {.x = -8000, .r = 255},
                                     {.x = 0, .y = 4000, .g = 255},
                                     {.x = 8000, .b = 255}};
const std::vector<Point> kIndexed3dPoints{{.z = -32768, .blanked = true},
                                          {.x = 100, .y = -100, .g = 255},
                                          {.x = -32768, .y = 32767, .z = 32767, .r = 255, .g = 255, .b = 255}};
const std::vector<Point> kTrueColour3dPoints{{.blanked = true},
                                             {.x = 1000, .y = 2000, .z = -3000, .r = 1, .g = 2, .b = 3}};

void check_frame(const Frame& frame, Format format, const Label& label, const std::vector<Point>& points) {
  CHECK(frame.format == format);
  CHECK(frame.label == label);
  CHECK(frame.number == 0);
  CHECK(frame.points == points);
}

TEST_CASE("vector 01: a square in format 5 is read and written octet by octet", "[ilda]") {
  const Octets file = idn::test::vector_file("ild/ild-01-format5-square.hex");
  const Contents contents = read_all(file);
  REQUIRE(contents.frames.size() == 1);
  check_frame(contents.frames[0], Format::TrueColour2d, kSquare, kSquarePoints);
  CHECK(contents.findings.empty());

  Writer writer;
  writer.add_frame(Format::TrueColour2d, kSquarePoints, kSquare);
  CHECK(writer.finish() == file);
}

TEST_CASE("vector 02: a palette and a line in format 1 are read and written octet by octet", "[ilda]") {
  const Octets file = idn::test::vector_file("ild/ild-02-palette-format1.hex");
  const Contents contents = read_all(file);
  REQUIRE(contents.frames.size() == 1);
  check_frame(contents.frames[0], Format::Indexed2d, kLine, kLinePoints);
  CHECK(contents.findings.empty());
  CHECK(survey(file)->palettes == 1);

  Writer writer;
  writer.add_palette(kPaletteColours, kPalette);
  writer.add_frame(Format::Indexed2d, kLinePoints, kLine);
  CHECK(writer.finish(Format::Indexed3d) == file);
}

TEST_CASE("vector 03: formats 0 and 4 are read and written, the colour of a blanked point aside", "[ilda]") {
  Octets file = idn::test::vector_file("ild/ild-03-format0-and-4.hex");
  const Contents contents = read_all(file);
  REQUIRE(contents.frames.size() == 2);
  check_frame(contents.frames[0], Format::Indexed3d, kIndexed3d, kIndexed3dPoints);
  check_frame(contents.frames[1], Format::TrueColour3d, kTrueColour3d, kTrueColour3dPoints);
  CHECK(contents.findings.empty());

  Writer writer;
  writer.add_frame(Format::Indexed3d, kIndexed3dPoints, kIndexed3d);
  writer.begin_sequence();
  writer.add_frame(Format::TrueColour3d, kTrueColour3dPoints, kTrueColour3d);

  // The blanked point in the file has the colour 9, 9, 9, which has no effect; the writer writes black.
  constexpr std::size_t kBlankedColour = 0x5F;
  for (std::size_t i = kBlankedColour; i < kBlankedColour + 3; ++i) {
    REQUIRE(file[i] == std::byte{9});
    file[i] = std::byte{0};
  }
  CHECK(writer.finish() == file);
}

}  // namespace
}  // namespace idn::ilda
