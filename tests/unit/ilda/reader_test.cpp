// SPDX-License-Identifier: MIT
#include "idn/ilda/reader.hpp"

#include "sections.hpp"
#include "support/catch.hpp"

namespace idn::ilda {
namespace {

using namespace idn::ilda::test;

static_assert(sizeof(Reader) < 8 * 1024, "the reader holds no index of the file");

TEST_CASE("the reader refuses what does not start with a section", "[ilda]") {
  CHECK(Reader::open({}).error() == FormatError{Errc::NotIlda, 0});
  CHECK(Reader::open(octets({'I', 'L', 'D'})).error().code == Errc::NotIlda);
  CHECK(Reader::open(join({octets({0}), white_frame(3)})).error().code == Errc::NotIlda);
}

TEST_CASE("a file without frames is read as empty", "[ilda]") {
  const Octets file = GENERATE(end_header(), octets({'I', 'L', 'D', 'A'}), header(5, 100), section(2, 4));
  CHECK(read_all(file).frames.empty());
}

TEST_CASE("a frame carries its label and format and number", "[ilda]") {
  Octets file = section(4, 2, 0, 255);
  file[26] = std::byte{0x12};
  file[27] = std::byte{0x34};
  const Contents contents = read_all(file);
  REQUIRE(contents.frames.size() == 1);
  CHECK(contents.frames[0].format == Format::TrueColour3d);
  CHECK(contents.frames[0].label == Label{"NAME", "MAKER", 255});
  CHECK(contents.frames[0].number == 0x1234);
}

TEST_CASE("blanking wins over the colour of the record", "[ilda]") {
  const Octets true_colour =
      join({header(5, 2), octets({0, 1, 0, 2, 0x40, 9, 9, 9, 0, 1, 0, 2, 0xC0, 9, 9, 9})});
  const Octets indexed = join({header(1, 2), octets({0, 1, 0, 2, 0x40, 24, 0, 1, 0, 2, 0xC0, 24})});
  for (const Octets& file : {true_colour, indexed}) {
    const Contents contents = read_all(file);
    for (const Point& point : contents.frames.at(0).points)
      CHECK(point == Point{.x = 1, .y = 2, .blanked = true});
  }
}

TEST_CASE("undefined status bits mean nothing", "[ilda]") {
  const Contents contents = read_all(join({header(5, 1), octets({0, 0, 0, 0, 0xBF, 3, 2, 1}), end_header()}));
  CHECK(contents.frames.at(0).points.at(0) == Point{.r = 1, .g = 2, .b = 3});
  CHECK(contents.findings.empty());
}

TEST_CASE("an index beyond the built-in palette counts modulo 64 and is reported", "[ilda]") {
  const Octets records = octets({0, 0, 0, 0, 0, 24 + 64, 0, 0, 0, 0, 0x40, 255, 0, 0, 0, 0, 0x80, 24 + 128});
  const Contents contents = read_all(join({header(1, 3), records, end_header()}));
  CHECK(contents.frames.at(0).points[0] == Point{.g = 255});
  CHECK(contents.frames.at(0).points[1] == Point{.blanked = true});
  CHECK(contents.frames.at(0).points[2] == Point{.g = 255});
  REQUIRE(contents.findings.kept().size() == 1);
  CHECK(contents.findings.kept()[0] == FileFinding{FileFindingKind::IndexWrapped, 0, 64, 2});
}

TEST_CASE("an index beyond a palette of the file is white for lit points and is reported", "[ilda]") {
  const Octets palette = join({header(2, 2), octets({1, 2, 3, 4, 5, 6})});
  const Octets frame = join({header(1, 3), octets({0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0xC0, 2})});
  const Contents contents = read_all(join({palette, frame, end_header()}));
  CHECK(contents.frames.at(0).points[0] == Point{.r = 4, .g = 5, .b = 6});
  CHECK(contents.frames.at(0).points[1] == Point{.r = 255, .g = 255, .b = 255});
  CHECK(contents.frames.at(0).points[2] == Point{.blanked = true});
  REQUIRE(contents.findings.kept().size() == 1);
  CHECK(contents.findings.kept()[0] == FileFinding{FileFindingKind::IndexShownWhite, 38, 2, 1});
}

TEST_CASE("each projector keeps its palette until it is replaced", "[ilda]") {
  const auto palette = [](unsigned projector, unsigned grey) { return section(2, 2, grey, projector); };
  const auto frame = [](unsigned projector) { return section(0, 1, 0, projector); };
  const Octets file = join({frame(1), palette(1, 10), palette(2, 20), frame(1), frame(2), frame(0),
                            section(5, 1), frame(1), palette(1, 30), frame(1), frame(2), end_header()});
  std::vector<unsigned> reds;
  const Contents contents = read_all(file);
  for (const Frame& found : contents.frames) reds.push_back(found.points.at(0).r);
  CHECK(reds == std::vector<unsigned>{255, 10, 20, 255, 0, 10, 30, 20});
}

TEST_CASE("the obsolete palette can be the default and gives way to one of the file", "[ilda]") {
  const Octets file = join({section(0, 1), section(2, 2, 7), section(0, 1), end_header()});
  const Contents contents = read_all(file, {.default_palette = DefaultPalette::Obsolete256});
  CHECK(contents.frames.at(0).points[0] == Point{});
  CHECK(contents.frames.at(1).points[0] == Point{.r = 7, .g = 7, .b = 7});
}

TEST_CASE("swapping red and blue changes the colours of the file and no built-in ones", "[ilda]") {
  const Octets true_colour = join({header(5, 1), octets({0, 0, 0, 0, 0x80, 3, 2, 1})});
  const Octets palette = join({header(2, 2), octets({4, 5, 6, 0, 0, 0})});
  const Octets file = join({true_colour, section(0, 1), palette, section(0, 1), end_header()});
  const Contents contents = read_all(file, {.swap_red_blue = true});
  CHECK(contents.frames.at(0).points[0] == Point{.r = 3, .g = 2, .b = 1});
  CHECK(contents.frames.at(1).points[0] == Point{.r = 255});
  CHECK(contents.frames.at(2).points[0] == Point{.r = 6, .g = 5, .b = 4});
}

TEST_CASE("frames are read by record count and not by the last-point bit", "[ilda]") {
  Octets early = white_frame(5);
  early[32 + 1 * 8 + 4] = std::byte{0x80};
  early[32 + 2 * 8 + 4] = std::byte{0x80};
  const Octets missing = section(5, 4);
  const Contents contents = read_all(join({early, missing, end_header()}));
  REQUIRE(contents.frames.size() == 2);
  CHECK(contents.frames[0].points.size() == 5);
  CHECK(contents.frames[1].points.size() == 4);
  REQUIRE(contents.findings.kept().size() == 2);
  CHECK(contents.findings.kept()[0] == FileFinding{FileFindingKind::EarlyLastPoint, 0, 5, 2});
  CHECK(contents.findings.kept()[1] == FileFinding{FileFindingKind::MissingLastPoint, 72});
}

TEST_CASE("a cut frame is not blamed for its missing last point", "[ilda]") {
  Octets file = white_frame(5);
  file.pop_back();
  const Contents contents = read_all(file);
  CHECK(contents.points() == 4);
  CHECK(contents.findings.total() == 1);
  CHECK(contents.findings.count(FileFindingKind::TruncatedSection) == 1);
}

TEST_CASE("the reader goes on after padding and garbage and unknown sections", "[ilda]") {
  const Octets file = join({white_frame(2), Octets(48), white_frame(3), octets({'X', 'Y', 'Z'}), header(3, 9),
                            Octets(27), white_frame(4), end_header()});
  const Contents contents = read_all(file);
  CHECK(contents.frames.size() == 3);
  CHECK(contents.points() == 9);
  CHECK(contents.findings.count(FileFindingKind::SkippedOctets) == 3);
  CHECK(contents.findings.count(FileFindingKind::UnknownFormat) == 1);
}

TEST_CASE("a frame of 65535 points is read whole", "[ilda]") {
  const Contents contents = read_all(join({white_frame(65535), end_header()}));
  REQUIRE(contents.points() == 65535);
  const Point& last = contents.frames[0].points.back();
  CHECK(last == Point{.x = 255, .y = 255, .r = 255, .g = 255, .b = 255});
  CHECK(contents.findings.empty());
}

TEST_CASE("a frame handed back to the reader is not allocated again", "[ilda]") {
  const Octets file = join({white_frame(100), white_frame(3), white_frame(100), end_header()});
  Reader reader = Reader::open(file).value();
  Frame frame;
  REQUIRE(reader.next(frame));
  const Point* allocated = frame.points.data();
  for (int pass = 0; pass < 3; ++pass) {
    while (reader.next(frame)) CHECK(frame.points.data() == allocated);
    reader.rewind();
  }
}

TEST_CASE("the end of the file leaves the frame as it is", "[ilda]") {
  const Octets file = join({white_frame(3), end_header()});
  Reader reader = Reader::open(file).value();
  Frame frame;
  REQUIRE(reader.next(frame));
  CHECK_FALSE(reader.next(frame));
  CHECK_FALSE(reader.next(frame));
  CHECK(frame.points.size() == 3);
}

TEST_CASE("a rewound reader gives the same frames with the palettes and findings of the start", "[ilda]") {
  const Octets file = join({section(0, 1), section(2, 2, 7), section(0, 1)});
  Reader reader = Reader::open(file, {.default_palette = DefaultPalette::Obsolete256}).value();
  const Contents first = read_to_end(reader);
  CHECK(first.findings.count(FileFindingKind::NoEndHeader) == 1);
  reader.rewind();
  CHECK(reader.findings().empty());
  const Contents second = read_to_end(reader);
  REQUIRE(second.frames.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) CHECK(second.frames[i].points == first.frames[i].points);
  CHECK(second.findings.total() == first.findings.total());
}

}  // namespace
}  // namespace idn::ilda
