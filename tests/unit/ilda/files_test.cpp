// SPDX-License-Identifier: MIT
// Real and deliberately damaged .ild files, compared with the counts of an independent script.

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "idn/ilda/reader.hpp"
#include "sections.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

namespace idn::ilda {
namespace {

using nlohmann::json;
using test::Contents;
using test::Octets;
using test::read_all;

struct Counts {
  std::size_t frames = 0;
  std::size_t points = 0;
  std::size_t palettes = 0;

  friend bool operator==(const Counts&, const Counts&) = default;
};

/// Files of which the reader recovers more than the script, which stops at the first section that it cannot
/// read.
const std::map<std::string, Counts> kRecovered{
    {"odd_format3.ild", {1, 10, 0}},                // the frame after the unknown section
    {"odd_garbage_between.ild", {2, 50, 0}},        // the frame after three stray octets
    {"odd_truncated_in_frame2.ild", {2, 330, 0}}};  // 130 of 200 points before the cut

Counts expected_counts(const std::string& name, const json& counted) {
  const auto recovered = kRecovered.find(name);
  if (recovered != kRecovered.end()) return recovered->second;
  const auto number = [&](const char* key) { return counted.at(key).get<std::size_t>(); };
  return {number("frames"), number("points"), number("palettes")};
}

/// The script counts no points.
std::size_t of_sections(const Findings& findings) {
  using enum FileFindingKind;
  std::size_t count = findings.total();
  for (const auto kind :
       {IndexWrapped, IndexShownWhite, MissingLastPoint, EarlyLastPoint, NothingLit, SmallPicture})
    count -= findings.count(kind);
  return count;
}

void check_file(const std::string& name, const Octets& file, const json& counted) {
  CAPTURE(name);
  if (counted.contains("refused")) {
    CHECK(Reader::open(file).error().code == Errc::NotIlda);
    CHECK(survey(file).error().code == Errc::NotIlda);
    return;
  }
  const Counts expected = expected_counts(name, counted);
  const auto surveyed = survey(file);
  REQUIRE(surveyed.has_value());
  CHECK((Counts{surveyed->frames, surveyed->points, surveyed->palettes} == expected));

  const Contents contents = read_all(file);
  CHECK(contents.frames.size() == expected.frames);
  CHECK(contents.points() == expected.points);
  const bool stands_out = counted.at("end") != "ok";
  CHECK((of_sections(surveyed->findings) > 0) == stands_out);
}

TEST_CASE("files of many programs are read with exactly the frames and points they hold", "[ilda]") {
  const std::string shared = idn::test::shared_data_folder();
  const std::string folder = shared + "/ild/";
  if (shared.empty() || !std::filesystem::exists(folder + "counts.json")) {
    WARN("skipped: IDN_SHARED_DIR has no ild/counts.json");
    return;
  }
  const Octets text = idn::test::binary_file(folder + "counts.json");
  const json counts = json::parse(reinterpret_cast<const char*>(text.data()),
                                  reinterpret_cast<const char*>(text.data()) + text.size());
  CHECK(counts.size() > kRecovered.size());
  for (const auto& [name, counted] : counts.items())
    check_file(name, idn::test::binary_file(folder + name), counted);
}

}  // namespace
}  // namespace idn::ilda
