// SPDX-License-Identifier: MIT
#include "idn/wire/dmx.hpp"

#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::wire;
using test::from_hex;

namespace {

/// The slots to which a map assigns the levels 1, 2, 3 ... `count`.
FormatResult<DmxLevels> applied(const DimmerMap& map, std::size_t count) {
  std::vector<std::byte> octets(count);
  for (std::size_t i = 0; i < count; ++i) octets[i] = static_cast<std::byte>(i + 1);
  DmxLevels levels;
  if (const auto done = map.apply(octets, levels); !done) return tl::unexpected(done.error());
  return levels;
}

Errc refusal(std::string_view tags) {
  const auto map = DimmerMap::from_tags(from_hex(tags));
  REQUIRE_FALSE(map);
  return map.error().code;
}

}  // namespace

TEST_CASE("without tags the first octet is slot 1 and up to 512 are taken", "[wire]") {
  const auto* tags = GENERATE("", "00 00 00 00", "03 43 00 00");
  const auto map = DimmerMap::from_tags(from_hex(tags)).value();
  CHECK(map == DimmerMap{});
  CHECK(map.rest() == 1);
  const auto levels = applied(map, 512).value();
  CHECK(levels.is_set.all());
  CHECK(levels.level[0] == 1);
  CHECK(levels.level[511] == 0);  // 512 modulo 256
  CHECK(applied(map, 513).error().code == Errc::OutOfRange);
}

TEST_CASE("one tag moves the whole chunk", "[wire]") {
  const auto map = DimmerMap::from_tags(from_hex("42 01 FF 00")).value();
  CHECK(map.rest() == 511);
  const auto levels = applied(map, 2).value();
  CHECK(levels.is_set.count() == 2);
  CHECK(levels.level[510] == 1);
  CHECK(levels.level[511] == 2);
  CHECK(applied(map, 3).error().code == Errc::OutOfRange);
}

TEST_CASE("the number of octets has to match the subsets", "[wire]") {
  const auto map = DimmerMap::from_tags(from_hex("43 00 01 03 43 00 65 02")).value();
  CHECK_FALSE(map.rest());
  CHECK(applied(map, 5));
  CHECK(applied(map, 4).error().code == Errc::PartialSample);
  CHECK(applied(map, 6).error().code == Errc::PartialSample);
}

TEST_CASE("octets of an ignored subset belong to no slot", "[wire]") {
  const auto map = DimmerMap::from_tags(from_hex("43 FF FF 02 43 00 01 01")).value();
  const auto levels = applied(map, 3).value();
  CHECK(levels.is_set.count() == 1);
  CHECK(levels.level[0] == 3);
  const auto none = DimmerMap::from_tags(from_hex("42 FF FF")).value();
  CHECK(applied(none, 2000).value().is_set.none());
}

TEST_CASE("the rest behind subsets must not run into one of them", "[wire]") {
  const auto map = DimmerMap::from_tags(from_hex("43 00 0A 02 42 00 08")).value();
  const auto levels = applied(map, 4).value();
  CHECK(levels.level[7] == 3);
  CHECK(levels.level[9] == 1);
  CHECK(applied(map, 5).error().code == Errc::OutOfRange);
}

TEST_CASE("a chunk replaces all levels of the one before, or none when it is refused", "[wire]") {
  const auto map = DimmerMap::from_tags(from_hex("43 00 01 02")).value();
  DmxLevels levels;
  levels.level[20] = 7;
  levels.is_set.set(20);
  const DmxLevels before = levels;
  CHECK_FALSE(map.apply(from_hex("01"), levels));
  CHECK(levels == before);
  REQUIRE(map.apply(from_hex("01 02"), levels));
  CHECK(levels.level[20] == 0);
  CHECK(levels.is_set.count() == 2);
}

TEST_CASE("slots and counts at and beyond their limits", "[wire]") {
  CHECK(DimmerMap::from_tags(from_hex("43 02 00 01")));
  CHECK(DimmerMap::from_tags(from_hex("43 01 02 FF")));
  CHECK(refusal("43 01 03 FF") == Errc::OutOfRange);
  CHECK(refusal("43 02 01 01") == Errc::OutOfRange);
  CHECK(refusal("43 00 00 01") == Errc::OutOfRange);
  CHECK(refusal("43 00 01 00") == Errc::OutOfRange);
  CHECK(refusal("42 00 00") == Errc::OutOfRange);
  CHECK(refusal("42 02 01") == Errc::OutOfRange);
}

TEST_CASE("a slot is mapped once", "[wire]") {
  CHECK(refusal("43 00 01 03 43 00 03 01") == Errc::BadDictionary);
  CHECK(refusal("43 00 05 03 43 00 01 05") == Errc::BadDictionary);
  CHECK(refusal("43 00 05 03 42 00 06") == Errc::BadDictionary);
  CHECK(DimmerMap::from_tags(from_hex("43 00 01 03 43 00 04 01")));
}

TEST_CASE("nothing follows the tag that maps the rest", "[wire]") {
  CHECK(refusal("42 00 01 42 00 64") == Errc::BadDictionary);
  CHECK(refusal("42 00 01 43 00 64 01") == Errc::BadDictionary);
  CHECK(DimmerMap::from_tags(from_hex("42 00 01 00 00")));
}

TEST_CASE("undefined and dynamic tags are refused", "[wire]") {
  const auto tag = GENERATE(0x10, 0x41, 0x40, 0x44, 0x4F, 0x50, 0xC0, 0xFF);
  const std::vector<std::byte> tags{static_cast<std::byte>(tag), std::byte{0}, std::byte{1}, std::byte{1}};
  CHECK(DimmerMap::from_tags(tags).error().code == Errc::UnknownTag);
}

TEST_CASE("cut tags are refused", "[wire]") {
  CHECK(refusal("43 00 01") == Errc::BadDictionary);
  CHECK(refusal("42 00") == Errc::BadDictionary);
  CHECK(refusal("04 00 00 00") == Errc::BadDictionary);
}

TEST_CASE("the longest configuration holds as many subsets as are kept", "[wire]") {
  std::vector<std::byte> tags;
  for (unsigned i = 1; i <= DimmerMap::kMaxSubsets; ++i)
    for (const unsigned octet : {0x43u, i >> 8, i & 0xFF, 1u}) tags.push_back(static_cast<std::byte>(octet));
  const auto map = DimmerMap::from_tags(tags).value();
  CHECK(applied(map, 255).value().is_set.count() == 255);
  std::vector<std::byte> again(tags.size());
  ByteWriter out(again);
  map.encode(out);
  CHECK(again == tags);
}

TEST_CASE("chunk headers survive every truncation and ignore reserved bits", "[wire]") {
  const auto octets = from_hex("F1 07 01 02");
  for (std::size_t size = 0; size < 4; ++size) {
    ByteReader segment(ConstBytes(octets).first(size)), levels(ConstBytes(octets).first(size));
    CHECK(OctetSegmentHeader::decode(segment).error().code == Errc::Truncated);
    CHECK(OctetChunkHeader::decode(levels).error().code == Errc::Truncated);
  }
  ByteReader segment(octets), levels(octets);
  CHECK(OctetSegmentHeader::decode(segment) == OctetSegmentHeader{3, true, 7, 0x102});
  CHECK(OctetChunkHeader::decode(levels) == OctetChunkHeader{3});
}
