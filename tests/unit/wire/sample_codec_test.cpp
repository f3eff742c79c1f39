// SPDX-License-Identifier: MIT
#include "idn/wire/sample_codec.hpp"

#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::wire;

TEST_CASE("a known dictionary is recognised, whatever way it came", "[wire]") {
  const auto format = GENERATE(from_range(kSampleFormats));
  const auto codec = SampleCodec::from_dictionary(dictionary(format));
  REQUIRE(codec.has_value());
  CHECK(codec->format() == format);
  CHECK(*codec == SampleCodec(format));
  CHECK(codec->sample_size() == sample_size(format));
  CHECK(to_string(*codec) == to_string(format));
}

TEST_CASE("any other dictionary is used as it is, in whole words", "[wire]") {
  const auto codec = SampleCodec::from_dictionary(test::from_hex("4210 4200 527E"));
  REQUIRE(codec.has_value());
  CHECK_FALSE(codec->format().has_value());
  CHECK(std::ranges::equal(codec->dictionary(), test::from_hex("4210 4200 527E 0000")));
  CHECK(to_string(*codec) == "custom dictionary (3 octets per sample)");
  const LaserSample sample{.x = 0x0100, .y = 0x0200, .r = 0x0303};
  std::array<std::byte, 3> octets{};
  CHECK(codec->encode({&sample, 1}, octets) == 1);
  CHECK(std::ranges::equal(octets, test::from_hex("02 01 03")));
  LaserSample decoded;
  CHECK(codec->decode(octets, {&decoded, 1}) == 1);
  CHECK(decoded.x == 0x0100);
}

TEST_CASE("a dictionary that no configuration can hold is refused", "[wire]") {
  std::vector<std::byte> tags = test::from_hex("4200 4210 527E 0000");
  tags.resize(SampleCodec::kMaxDictionary);
  CHECK(SampleCodec::from_dictionary(tags).has_value());
  tags.resize(tags.size() + 4);
  CHECK(SampleCodec::from_dictionary(tags).error().code == Errc::BadDictionary);
  CHECK(SampleCodec::from_dictionary(test::from_hex("4200 4210 527E 00")).error().code == Errc::BadDictionary);
  CHECK(SampleCodec::from_dictionary(test::from_hex("4200 2000")).error() == FormatError{Errc::UnknownTag, 2});
}
