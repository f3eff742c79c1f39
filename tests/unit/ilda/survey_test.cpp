// SPDX-License-Identifier: MIT
#include "idn/ilda/reader.hpp"

#include "sections.hpp"
#include "support/catch.hpp"

namespace idn::ilda {
namespace {

using namespace idn::ilda::test;

TEST_CASE("a survey counts frames, points and palettes", "[ilda]") {
  const Octets file =
      join({section(2, 4), section(0, 3), section(1, 7, 0, 200), section(5, 2), section(5, 1), end_header()});
  const auto result = survey(file);
  REQUIRE(result.has_value());
  CHECK(result->frames == 4);
  CHECK(result->points == 13);
  CHECK(result->palettes == 1);
  CHECK(result->largest_frame == 7);
  CHECK(result->formats.count() == 4);
  for (const unsigned format : {0u, 1u, 2u, 5u}) CHECK(result->has(static_cast<Format>(format)));
  CHECK_FALSE(result->has(Format::TrueColour3d));
  CHECK(result->projectors.count() == 2);
  CHECK(result->projectors[0]);
  CHECK(result->projectors[200]);
  CHECK(result->first_label == Label{"NAME", "MAKER", 0});
  CHECK(result->findings.count(FileFindingKind::MissingLastPoint) == 4);
  CHECK(result->findings.count(FileFindingKind::SmallPicture) == 1);
  CHECK(result->findings.total() == 5);
}

TEST_CASE("a survey takes the label of the first frame and not of a palette before it", "[ilda]") {
  const auto result =
      survey(join({section(2, 4, 0, 9), section(5, 1, 0, 3), section(5, 1, 0, 4), end_header()}));
  CHECK(result->first_label.projector == 3);
  CHECK_FALSE(result->projectors[9]);
}

TEST_CASE("a survey of a cut file counts the points that are there", "[ilda]") {
  const auto result = survey(join({section(5, 2), header(4, 200), Octets(10 * 130 + 7)}));
  REQUIRE(result.has_value());
  CHECK(result->frames == 2);
  CHECK(result->points == 132);
  CHECK(result->findings.count(FileFindingKind::TruncatedSection) == 1);
}

TEST_CASE("a survey refuses what does not start with a section", "[ilda]") {
  CHECK(survey({}).error().code == Errc::NotIlda);
  CHECK(survey(octets({'I', 'L', 'D'})).error().code == Errc::NotIlda);
  CHECK(survey(join({octets({0}), section(5, 1)})).error().code == Errc::NotIlda);
}

TEST_CASE("a file of nothing but an end header has no frames", "[ilda]") {
  const auto result = survey(end_header());
  REQUIRE(result.has_value());
  CHECK(result->frames == 0);
  CHECK(result->points == 0);
  CHECK(result->findings.empty());
}

}  // namespace
}  // namespace idn::ilda
