// SPDX-License-Identifier: MIT
#include "idn/ilda/reader.hpp"

#include "support/catch.hpp"

namespace idn::ilda {
namespace {

TEST_CASE("a finding tells users what was met, where, and what was done", "[ilda]") {
  using Kind = FileFindingKind;
  CHECK(to_string({Kind::TruncatedHeader, 528, 32, 1}) ==
        "header at 528 is cut after 1 octet; taken as the end of the file");
  CHECK(to_string({Kind::TruncatedSection, 1632, 200, 130}) ==
        "section at 1632 announces 200 records, the file holds 130; the rest is cut off");
  CHECK(to_string({Kind::HeaderWithoutData, 632, 83, 0}) ==
        "section at 632 announces 83 records, the file holds 0; taken as the end of the file");
  CHECK(to_string({Kind::NoEndHeader, 1296}) == "file ends at 1296 without an end header; taken as complete");
  CHECK(to_string({Kind::SkippedOctets, 232, 0, 3}) ==
        "3 octets at 232 without a section; skipped up to the next section");
  CHECK(to_string({Kind::UnreadableRest, 752, 0, 512}) ==
        "512 octets at 752 without a section; taken as the end of the file");
  CHECK(to_string({Kind::UnknownFormat, 0, 3}) ==
        "section at 0 has the unknown format 3; skipped up to the next section");
  CHECK(to_string({Kind::OctetsAfterEnd, 96, 0, 1}) == "1 octet at 96 after the end header; ignored");
  CHECK(to_string({Kind::LongPalette, 64, 300, 256}) ==
        "palette at 64 has 300 colours, more than 256; the rest is ignored");
  CHECK(to_string({Kind::IndexWrapped, 32, 64, 12}) ==
        "frame at 32 has 12 lit points with an index beyond the 64 colours of its palette; counted again from "
        "index 0");
  CHECK(to_string({Kind::IndexShownWhite, 32, 1, 1}) ==
        "frame at 32 has 1 lit point with an index beyond the 1 colour of its palette; shown in white");
  CHECK(to_string({Kind::MissingLastPoint, 8}) ==
        "frame at 8 does not mark its last point; read by its record count");
  CHECK(to_string({Kind::EarlyLastPoint, 8, 20, 5}) ==
        "frame at 8 marks point 5 of 20 as its last; read by its record count");
}

TEST_CASE("findings count everything and keep the first four of each kind in order", "[ilda]") {
  Findings findings;
  CHECK(findings.empty());
  for (std::size_t i = 0; i < 1000; ++i) findings.add({FileFindingKind::MissingLastPoint, i});
  findings.add({FileFindingKind::NoEndHeader, 5000});

  CHECK_FALSE(findings.empty());
  CHECK(findings.total() == 1001);
  CHECK(findings.count(FileFindingKind::MissingLastPoint) == 1000);
  CHECK(findings.count(FileFindingKind::NoEndHeader) == 1);
  CHECK(findings.count(FileFindingKind::EarlyLastPoint) == 0);
  REQUIRE(findings.kept().size() == 5);
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(findings.kept()[i] == FileFinding{FileFindingKind::MissingLastPoint, i});
  CHECK(findings.kept()[4] == FileFinding{FileFindingKind::NoEndHeader, 5000});
}

TEST_CASE("findings have room for every kind at once", "[ilda]") {
  Findings findings;
  for (std::size_t kind = 0; kind < kFindingKinds; ++kind)
    for (std::size_t i = 0; i < 10; ++i) findings.add({static_cast<FileFindingKind>(kind), i});
  CHECK(findings.kept().size() == 4 * kFindingKinds);
  CHECK(findings.total() == 10 * kFindingKinds);
}

}  // namespace
}  // namespace idn::ilda
