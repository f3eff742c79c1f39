// SPDX-License-Identifier: MIT
#include "ilda/section_cursor.hpp"

#include <vector>

#include "sections.hpp"
#include "support/catch.hpp"

namespace idn::ilda {
namespace {

using test::end_header;
using test::header;
using test::join;
using test::Octets;
using test::octets;
using test::section;

struct Walk {
  std::vector<std::size_t> offsets;
  std::vector<std::size_t> records;
  Findings findings;
};

Walk walk(ConstBytes file) {
  Walk result;
  SectionCursor cursor(file);
  while (const auto found = cursor.next(result.findings)) {
    CHECK(found->data.size() == found->records * record_size(found->header.format));
    result.offsets.push_back(found->offset);
    result.records.push_back(found->records);
  }
  const std::size_t met = result.findings.total();
  CHECK_FALSE(cursor.next(result.findings).has_value());
  CHECK(result.findings.total() == met);
  return result;
}

void check_only(const Findings& findings, const FileFinding& expected) {
  REQUIRE(findings.kept().size() == 1);
  CHECK(findings.kept()[0] == expected);
}

using Places = std::vector<std::size_t>;

TEST_CASE("a well-made file is walked without findings", "[ilda]") {
  const Octets file =
      join({section(2, 2), section(0, 1), section(1, 3), section(4, 2), section(5, 1), end_header()});
  const Walk walked = walk(file);
  CHECK(walked.offsets == Places{0, 38, 78, 128, 180});
  CHECK(walked.records == Places{2, 1, 3, 2, 1});
  CHECK(walked.findings.empty());
}

TEST_CASE("a header without records ends the file whatever its format is", "[ilda]") {
  const unsigned format = GENERATE(0u, 1u, 2u, 3u, 4u, 5u, 255u);
  CAPTURE(format);
  const Walk walked = walk(join({section(5, 1), end_header(format)}));
  CHECK(walked.records == Places{1});
  CHECK(walked.findings.empty());
}

TEST_CASE("octets after the end header are ignored even when they are a section", "[ilda]") {
  const Walk line_feed = walk(join({section(5, 1), end_header(), octets({'\n'})}));
  CHECK(line_feed.records == Places{1});
  check_only(line_feed.findings, {FileFindingKind::OctetsAfterEnd, 72, 0, 1});

  const Walk second_file = walk(join({section(5, 1), end_header(), section(5, 2), end_header()}));
  CHECK(second_file.records == Places{1});
  check_only(second_file.findings, {FileFindingKind::OctetsAfterEnd, 72, 0, 80});
}

TEST_CASE("a file may end after a complete section", "[ilda]") {
  const Walk walked = walk(section(5, 2));
  CHECK(walked.records == Places{2});
  check_only(walked.findings, {FileFindingKind::NoEndHeader, 48});
}

TEST_CASE("a last header that announces records without data is the end of the file", "[ilda]") {
  const Walk bare = walk(join({section(4, 2), header(4, 83)}));
  CHECK(bare.records == Places{2});
  check_only(bare.findings, {FileFindingKind::HeaderWithoutData, 52, 83, 0});

  const Walk part_of_a_record = walk(join({section(4, 2), header(4, 83), Octets(9)}));
  CHECK(part_of_a_record.records == Places{2});
  check_only(part_of_a_record.findings, {FileFindingKind::HeaderWithoutData, 52, 83, 0});
}

TEST_CASE("a section that the file cuts keeps its complete records", "[ilda]") {
  const Walk walked = walk(join({section(5, 1), header(4, 3), Octets(29)}));
  CHECK(walked.records == Places{1, 2});
  check_only(walked.findings, {FileFindingKind::TruncatedSection, 40, 3, 2});
}

TEST_CASE("a header that the file cuts is the end of the file", "[ilda]") {
  const std::size_t size = GENERATE(range<std::size_t>(4, SectionHeader::kSize));
  CAPTURE(size);
  Octets cut = header(5, 1);
  cut.resize(size);
  const Walk walked = walk(join({section(5, 1), cut}));
  CHECK(walked.records == Places{1});
  check_only(walked.findings, {FileFindingKind::TruncatedHeader, 40, 32, size});
}

TEST_CASE("stray octets at the end are tolerated", "[ilda]") {
  const std::size_t size = GENERATE(1u, 3u, 4u, 31u, 32u, 512u);
  CAPTURE(size);
  const Walk walked = walk(join({section(5, 1), Octets(size)}));
  CHECK(walked.records == Places{1});
  check_only(walked.findings, {FileFindingKind::UnreadableRest, 40, 0, size});
}

TEST_CASE("the walk goes on at the next signature after padding or garbage", "[ilda]") {
  const Octets garbage = GENERATE(Octets(48), Octets(192), octets({'X', 'Y', 'Z'}), octets({'I', 'L', 'D'}),
                                  octets({'I', 'L', 'I', 'L', 'D'}));
  CAPTURE(garbage.size());
  const Walk walked = walk(join({section(5, 1), garbage, section(5, 2), end_header()}));
  CHECK(walked.offsets == Places{0, 40 + garbage.size()});
  check_only(walked.findings, {FileFindingKind::SkippedOctets, 40, 0, garbage.size()});
}

TEST_CASE("a signature too close to the end is a cut header", "[ilda]") {
  const Walk walked = walk(join({section(5, 1), Octets(40), octets({'I', 'L', 'D', 'A'})}));
  CHECK(walked.findings.total() == 2);
  CHECK(walked.findings.count(FileFindingKind::SkippedOctets) == 1);
  CHECK(walked.findings.count(FileFindingKind::TruncatedHeader) == 1);
}

TEST_CASE("a section of unknown format is skipped up to the next signature", "[ilda]") {
  const unsigned format = GENERATE(3u, 6u, 255u);
  const Walk walked = walk(join({header(format, 10), Octets(80), section(5, 2), end_header()}));
  CHECK(walked.offsets == Places{112});
  REQUIRE(walked.findings.kept().size() == 2);
  CHECK(walked.findings.kept()[0] == FileFinding{FileFindingKind::UnknownFormat, 0, format, 0});
  CHECK(walked.findings.kept()[1] == FileFinding{FileFindingKind::SkippedOctets, 32, 0, 80});
}

TEST_CASE("neighbouring headers of unknown format are passed one by one", "[ilda]") {
  const Walk walked = walk(join({header(3, 10), header(7, 10), section(5, 2), end_header()}));
  CHECK(walked.offsets == Places{64});
  CHECK(walked.findings.count(FileFindingKind::UnknownFormat) == 2);
  CHECK(walked.findings.total() == 2);
}

TEST_CASE("a palette of more than 256 colours is passed as a whole", "[ilda]") {
  const Walk walked = walk(join({section(2, 300), section(5, 1), end_header()}));
  CHECK(walked.offsets == Places{0, 932});
  check_only(walked.findings, {FileFindingKind::LongPalette, 0, 300, 256});
}

TEST_CASE("any octets can be walked", "[ilda]") {
  CHECK(walk({}).offsets.empty());
  CHECK(walk(Octets(100)).offsets.empty());
  CHECK(walk(octets({'I', 'L', 'D', 'A'})).offsets.empty());
}

}  // namespace
}  // namespace idn::ilda
