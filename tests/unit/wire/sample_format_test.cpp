// SPDX-License-Identifier: MIT
#include "idn/wire/sample_codec.hpp"

#include <random>

#include "idn/wire/dictionary.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::wire;

TEST_CASE("formats have the dictionaries of the specification", "[wire]") {
  const auto is = [](SampleFormat format, std::string_view hex) {
    return std::ranges::equal(dictionary(format), test::from_hex(hex));
  };
  CHECK(is(SampleFormat::Xyrgb, "4200 4010 4210 4010 527E 5214 51CC 0000"));
  CHECK(is(SampleFormat::Xyrgbi, "4200 4010 4210 4010 527E 5214 51CC 5C10"));
  CHECK(is(SampleFormat::Xyrgb16, "4200 4010 4210 4010 527E 4010 5214 4010 51CC 4010"));
  CHECK(is(SampleFormat::IspDb25, "4101 5C10 527E 5214 51CC 51BD 5241 51E8 4200 4010 4210 4010 4201 4010"));
  CHECK(is(
      SampleFormat::Extended,
      "4200 4010 4210 4010 527E 4010 5214 4010 51CC 4010 5C10 4010 51BD 4010 5241 4010 51E8 4010 4201 4010"));
}

TEST_CASE("samples become the octets that the dictionary promises", "[wire]") {
  const LaserSample sample{-2, 0x1234, 0xFF80, 0x0100, 0xABCD, 0x7FFF, 0x1122, 0x3344, 0x5566, -3, 77};
  const auto encoded = [&](SampleFormat format) {
    std::vector<std::byte> octets(sample_size(format));
    CHECK(encode_samples(format, {&sample, 1}, octets) == 1);
    return octets;
  };
  CHECK(encoded(SampleFormat::Xyrgb) == test::from_hex("FFFE 1234 FF 01 AB"));
  CHECK(encoded(SampleFormat::Xyrgbi) == test::from_hex("FFFE 1234 FF 01 AB 7F"));
  CHECK(encoded(SampleFormat::Xyrgb16) == test::from_hex("FFFE 1234 FF80 0100 ABCD"));
  CHECK(encoded(SampleFormat::IspDb25) == test::from_hex("01 7F FF 01 AB 11 33 55 FFFE 1234 FFFD"));
  CHECK(encoded(SampleFormat::Extended) == test::from_hex("FFFE 1234 FF80 0100 ABCD 7FFF 1122 3344 5566 FFFD"));
}

TEST_CASE("the fixed decoders agree with the dictionary decoder on any octets", "[wire]") {
  const auto format = GENERATE(from_range(kSampleFormats));
  CAPTURE(to_string(format));
  std::mt19937 random(20251121);
  std::vector<std::byte> octets(sample_size(format) * 257);
  for (auto& octet : octets) octet = static_cast<std::byte>(random());
  std::fill(octets.begin(), octets.begin() + 20, std::byte{0});

  const auto layout = SampleLayout::from_dictionary(dictionary(format));
  REQUIRE(layout.has_value());
  REQUIRE(layout->sample_size() == sample_size(format));
  std::vector<LaserSample> fixed(257), general(257);
  CHECK(decode_samples(format, octets, fixed) == 257);
  CHECK(layout->decode(octets, general) == 257);
  CHECK(fixed == general);

  if (format == SampleFormat::IspDb25) return;  // its hint changes the values
  std::vector<std::byte> again(octets.size());
  CHECK(encode_samples(format, fixed, again) == 257);
  CHECK(again == octets);
}

TEST_CASE("encoding stops at the room that is there", "[wire]") {
  const std::array<LaserSample, 3> samples{};
  std::array<std::byte, 20> octets{};
  CHECK(encode_samples(SampleFormat::Xyrgb, samples, octets) == 2);
}

TEST_CASE("format names are read back", "[wire]") {
  for (const char* name : {"xyrgb", "xyrgbi", "xyrgb16", "isp-db25", "extended"})
    CHECK(to_string(*sample_format_from(name)) == name);
  CHECK_FALSE(sample_format_from("rgb").has_value());
}
