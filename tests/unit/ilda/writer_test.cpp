// SPDX-License-Identifier: MIT
#include "idn/ilda/writer.hpp"

#include "sections.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

namespace idn::ilda {
namespace {

using test::Contents;
using test::headers;
using test::Octets;
using test::read_all;

constexpr Rgb kBlack{};
constexpr Rgb kGrey{100, 100, 100};

SectionHeader end_header_of(const Octets& file) {
  REQUIRE(file.size() >= SectionHeader::kSize);
  ByteReader last(ConstBytes(file).last(SectionHeader::kSize));
  return SectionHeader::decode(last).value();
}

/// Colours of the 64-colour palette, which every format can represent.
std::vector<Point> sample_points(Format format) {
  std::vector<Point> points{{.x = -32768, .y = 32767, .z = -1, .blanked = true},
                            {.x = 1, .y = -2, .z = 32767, .r = 255},
                            {.x = 300, .y = -400, .z = -32768, .g = 255, .b = 36},
                            {.x = 32767, .y = -32768, .r = 255, .g = 255, .b = 255}};
  if (!is_3d(format))
    for (Point& point : points) point.z = 0;
  return points;
}

const auto frame_formats = [] {
  return GENERATE(Format::Indexed3d, Format::Indexed2d, Format::TrueColour3d, Format::TrueColour2d);
};

TEST_CASE("a frame in any format is read as it was written", "[ilda]") {
  const Format format = frame_formats();
  CAPTURE(static_cast<int>(format));
  Writer writer;
  CHECK(writer.add_frame(format, sample_points(format), {"FRAME", "MAKER", 3}) == 1);
  const Contents contents = read_all(writer.finish());
  REQUIRE(contents.frames.size() == 1);
  CHECK(contents.frames[0].format == format);
  CHECK(contents.frames[0].label == Label{"FRAME", "MAKER", 3});
  CHECK(contents.frames[0].points == sample_points(format));
  CHECK(contents.findings.empty());
}

TEST_CASE("a written file ends with the header of the last frame's format", "[ilda]") {
  const Format format = frame_formats();
  Writer writer;
  writer.add_frame(Format::TrueColour2d, sample_points(format));
  writer.add_frame(format, sample_points(format), {"FRAME", "MAKER", 3});
  writer.add_palette(std::vector<Rgb>{kBlack, kGrey});
  CHECK(end_header_of(writer.finish()) == SectionHeader{.format = format});
}

TEST_CASE("the format of the end header can be chosen", "[ilda]") {
  Writer writer;
  writer.add_frame(Format::TrueColour2d, sample_points(Format::TrueColour2d));
  CHECK(end_header_of(writer.finish(Format::Indexed3d)).format == Format::Indexed3d);
}

TEST_CASE("a file without frames is an end header", "[ilda]") {
  CHECK(Writer{}.finish() ==
        idn::test::from_hex("494C4441 00000005 0000000000000000 0000000000000000 0000 0000 0000 00 00"));
}

TEST_CASE("a frame without points is not written because it would end the file", "[ilda]") {
  Writer writer;
  CHECK(writer.add_frame(Format::TrueColour2d, {}) == 0);
  CHECK(writer.finish().size() == SectionHeader::kSize);
}

TEST_CASE("a frame in a format that is not a frame's is not written", "[ilda]") {
  Writer writer;
  for (const unsigned format : {2u, 3u, 6u, 255u})
    CHECK(writer.add_frame(static_cast<Format>(format), sample_points(Format::TrueColour2d)) == 0);
  CHECK(writer.finish().size() == SectionHeader::kSize);
}

TEST_CASE("the last-point bit stands on the last point and only there", "[ilda]") {
  const Format format = frame_formats();
  Writer writer;
  writer.add_frame(format, std::vector<Point>(5, Point{.blanked = true}));
  writer.add_frame(format, std::vector<Point>(1, Point{.r = 255}));
  const Octets file = writer.finish();
  const std::size_t status = is_3d(format) ? 6 : 4;
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(file[32 + i * record_size(format) + status] == (i == 4 ? std::byte{0xC0} : std::byte{0x40}));
  CHECK(file[32 + 5 * record_size(format) + 32 + status] == std::byte{0x80});
}

TEST_CASE("a blanked point is written without colour", "[ilda]") {
  const Format format = frame_formats();
  Writer writer;
  writer.add_frame(format, std::vector<Point>{{.x = 1, .r = 9, .g = 9, .b = 9, .blanked = true}});
  const Octets file = writer.finish();
  const std::size_t colour = is_3d(format) ? 7 : 5;
  for (std::size_t i = colour; i < record_size(format); ++i) CHECK(file[32 + i] == std::byte{0});
}

TEST_CASE("true-colour formats keep a black point that is not blanked", "[ilda]") {
  Writer writer;
  writer.add_frame(Format::TrueColour2d, std::vector<Point>{{.x = 1}});
  CHECK(read_all(writer.finish()).frames.at(0).points[0] == Point{.x = 1});
}

TEST_CASE("indexed formats take the nearest colour of the 64-colour palette", "[ilda]") {
  Writer writer;
  writer.add_frame(Format::Indexed2d, std::vector<Point>{{.r = 250, .g = 3}, {.g = 240, .b = 30}, {.r = 140}});
  const Contents contents = read_all(writer.finish());
  const auto& points = contents.frames.at(0).points;
  CHECK(points[0] == Point{.r = 255});
  CHECK(points[1] == Point{.g = 255, .b = 36});
  CHECK(points[2] == Point{.r = 255});
}

TEST_CASE("indexed formats blank what is nearer to black than to any colour", "[ilda]") {
  Writer writer;
  writer.add_frame(Format::Indexed2d, std::vector<Point>{{.x = 1}, {.x = 2, .r = 100}});
  const Octets file = writer.finish();
  const Contents contents = read_all(file);
  CHECK(contents.frames.at(0).points[0] == Point{.x = 1, .blanked = true});
  CHECK(contents.frames.at(0).points[1] == Point{.x = 2, .blanked = true});
  CHECK(file[32 + 5] == std::byte{0});
}

TEST_CASE("a black palette entry serves a black point that is not blanked", "[ilda]") {
  Writer writer;
  writer.add_palette(std::vector<Rgb>{kGrey, kBlack});
  writer.add_frame(Format::Indexed2d, std::vector<Point>{{.x = 1}, {.x = 2, .blanked = true}});
  const Contents contents = read_all(writer.finish());
  CHECK(contents.frames.at(0).points[0] == Point{.x = 1});
  CHECK(contents.frames.at(0).points[1] == Point{.x = 2, .blanked = true});
}

TEST_CASE("indexed frames use the palette last added for their projector", "[ilda]") {
  const Point dim{.r = 90, .g = 90, .b = 90};
  const std::vector<Point> points{dim};
  Writer writer;
  writer.add_palette(std::vector<Rgb>{{200, 0, 0}, kGrey}, {.projector = 1});
  writer.add_palette(std::vector<Rgb>{{0, 200, 0}, {95, 90, 90}}, {.projector = 2});
  writer.add_frame(Format::Indexed2d, points, {.projector = 1});
  writer.add_frame(Format::Indexed2d, points, {.projector = 2});
  writer.add_palette(std::vector<Rgb>{{80, 90, 90}, {0, 200, 0}}, {.projector = 1});
  writer.add_frame(Format::Indexed2d, points, {.projector = 1});
  std::vector<unsigned> reds;
  const Contents contents = read_all(writer.finish());
  for (const Frame& frame : contents.frames) reds.push_back(frame.points.at(0).r);
  CHECK(reds == std::vector<unsigned>{100, 95, 80});
}

TEST_CASE("palettes are numbered and have the size that the format allows", "[ilda]") {
  Writer writer;
  CHECK(writer.add_palette({}) == 0);
  CHECK(writer.add_palette(std::vector<Rgb>(1, kGrey), {"ONE", "MAKER", 9}) == 2);
  CHECK(writer.add_palette(std::vector<Rgb>(300, kGrey)) == 256);
  const Octets file = writer.finish();
  const auto found = headers(file);
  REQUIRE(found.size() == 2);
  CHECK(found[0] == SectionHeader{Format::Palette, {"ONE", "MAKER", 9}, 2, 0, 0});
  CHECK(found[1] == SectionHeader{Format::Palette, {}, 256, 1, 0});
  const Palette single = decode_palette(ConstBytes(file).subspan(32, 6));
  CHECK(single[0] == kGrey);
  CHECK(single[1] == Rgb{255, 255, 255});
}

TEST_CASE("a writer starts anew after finish", "[ilda]") {
  const std::vector<Point> dim(1, Point{.r = 90, .g = 90, .b = 90});
  const auto write = [&](Writer& writer) {
    writer.add_frame(Format::Indexed3d, dim);
    writer.add_palette(std::vector<Rgb>{kBlack, kGrey});
    return writer.finish();
  };
  Writer writer;
  const Octets first = write(writer);
  CHECK(write(writer) == first);
}

}  // namespace
}  // namespace idn::ilda
