// SPDX-License-Identifier: MIT
#include "idn/wire/dictionary.hpp"

#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::wire;

namespace {

FormatResult<SampleLayout> layout_of(std::string_view hex) {
  return SampleLayout::from_dictionary(test::from_hex(hex));
}

LaserSample decode_one(std::string_view dictionary, std::string_view sample) {
  const auto layout = layout_of(dictionary);
  REQUIRE(layout.has_value());
  const auto octets = test::from_hex(sample);
  REQUIRE(octets.size() == layout->sample_size());
  LaserSample decoded;
  REQUIRE(layout->decode(octets, {&decoded, 1}) == 1);
  return decoded;
}

}  // namespace

TEST_CASE("tags have the values of the specification", "[wire]") {
  CHECK(tag::kVoid == 0x0000);
  CHECK(tag::kBreak == 0x1000);
  CHECK(tag::kNop == 0x4000);
  CHECK(tag::kPrecision == 0x4010);
  CHECK(tag::kHint == 0x4100);
  CHECK(tag::kHintWithShutter == 0x4101);
  CHECK(tag::kX == 0x4200);
  CHECK(tag::kXPrime == 0x4201);
  CHECK(tag::kY == 0x4210);
  CHECK(tag::kZ == 0x4220);
  CHECK(tag::kRed == 0x5000 + 638);
  CHECK(tag::kGreen == 0x5000 + 532);
  CHECK(tag::kBlue == 0x5000 + 460);
  CHECK(tag::kDeepBlue == 0x5000 + 445);
  CHECK(tag::kYellow == 0x5000 + 577);
  CHECK(tag::kCyan == 0x5000 + 488);
  CHECK(tag::kWavelengthFromSample == 0x5000);
  CHECK(tag::kWavelengthPrefix == 0x5C00);
  CHECK(tag::kIntensity == 0x5C10);
}

TEST_CASE("the order of the tags is the order of the octets", "[wire]") {
  const auto s = decode_one("51CC 5214 527E 4210 4010 4200 4010", "03 02 01 FFFE 7FFF");
  CHECK(s == LaserSample{32767, -2, 257, 514, 771, 0xFFFF});
}

TEST_CASE("short values are left aligned, and full scale stays full scale", "[wire]") {
  const auto s = decode_one("4200 4210 527E 5214 51CC", "80 7F FF 00 01");
  CHECK(s == LaserSample{-32768, 0x7F00, 0xFFFF, 0, 0x0101, 0xFFFF});
}

TEST_CASE("values longer than 16 bits keep their two upper octets", "[wire]") {
  const auto s = decode_one("4200 4010 4010 4210 527E 4010 4010", "1234 56 00 ABCD EF");
  CHECK(s.x == 0x1234);
  CHECK(s.r == 0xABCD);
}

TEST_CASE("void tags skip their words, and may not skip past the end", "[wire]") {
  CHECK(layout_of("0002 FFFF 4200 4200 4210 527E 0000")->sample_size() == 3);
  CHECK(layout_of("4200 4210 527E 0001").error().code == Errc::BadDictionary);
}

TEST_CASE("octets behind a break count, and belong to nobody", "[wire]") {
  const auto layout = layout_of("4200 4210 527E 1000 4200 4010 4210 527E");
  REQUIRE(layout.has_value());
  CHECK(layout->sample_size() == 7);
  CHECK(decode_one("4200 4210 527E 1000 4200 4010 4210 527E", "01 02 80 55 55 55 55").x == 0x0100);
  CHECK(decode_one("4200 4210 527E 1000 4010", "01 02 80 55").r == 0x8080);
}

TEST_CASE("a dictionary needs X, Y and a colour", "[wire]") {
  for (const char* incomplete : {"", "0000 0000", "4210 527E", "4200 527E", "4200 4210", "4200 4210 5C10",
                                 "1000 4200 4210 527E", "4201 4210 527E", "4200 4210 5000"}) {
    CAPTURE(incomplete);
    CHECK(layout_of(incomplete).error().code == Errc::BadDictionary);
  }
}

TEST_CASE("a precision tag needs something to refine", "[wire]") {
  CHECK(layout_of("4010 4200 4210 527E").error().code == Errc::BadDictionary);
  CHECK(layout_of("4000 4010 4200 4210 527E")->sample_size() == 5);
}

TEST_CASE("tags of unknown size make a dictionary useless", "[wire]") {
  for (const char* unknown : {"2000", "1200", "4300", "5400", "6000", "C000", "FFFF", "0100"}) {
    CAPTURE(unknown);
    CHECK(layout_of(std::string("4200 4210 527E ") + unknown).error() == FormatError{Errc::UnknownTag, 6});
  }
}

TEST_CASE("unknown identifiers of known categories cost one octet", "[wire]") {
  CHECK(decode_one("4200 4210 4240 5CF0 527E", "01 02 03 04 FF").r == 0xFFFF);
}

TEST_CASE("other lasers light the nearest primaries, the brightest line winning", "[wire]") {
  CHECK(decode_one("4200 4210 5241 527E", "00 00 80 40") ==
        LaserSample{0, 0, 0x8080, 0x8080, 0, 0xFFFF});                                                 // 577 nm
  CHECK(decode_one("4200 4210 51E8", "00 00 FF") == LaserSample{0, 0, 0, 0xFFFF, 0xFFFF, 0xFFFF});     // 488 nm
  CHECK(decode_one("4200 4210 51BD", "00 00 10").b == 0x1010);                                         // 445 nm
  CHECK(decode_one("4200 4210 5208", "00 00 FF").g == 0xFFFF);                                         // 520 nm
  CHECK(decode_one("4200 4210 5001 527E", "00 00 FF 01") == LaserSample{0, 0, 0x0101, 0, 0, 0xFFFF});  // 1 nm
}

TEST_CASE("user lines are channels of their own where the primaries around them are there as well", "[wire]") {
  const auto s = decode_one("4200 4210 527E 5214 51CC 51BD 5241 51E8", "00 00 10 20 30 40 50 60");
  CHECK(s == LaserSample{.r = 0x1010,
                         .g = 0x2020,
                         .b = 0x3030,
                         .intensity = 0xFFFF,
                         .u1 = 0x4040,
                         .u2 = 0x5050,
                         .u3 = 0x6060});
  // If 445 nm is the only blue, it is decoded as blue, not as deep blue.
  const auto common = decode_one("4200 4210 527E 5208 51BD 5241 51E8", "00 00 10 20 30 00 00");
  CHECK(common == LaserSample{.r = 0x1010, .g = 0x2020, .b = 0x3030, .intensity = 0xFFFF});
  CHECK(decode_one("4200 4210 5214 5241", "00 00 20 50") ==
        LaserSample{.r = 0x5050, .g = 0x5050, .intensity = 0xFFFF});
}

TEST_CASE("depth and the position for the right eye are coordinates like X and Y", "[wire]") {
  const auto s = decode_one("4200 4210 4220 4010 4201 527E", "01 02 FFFE 80 FF");
  CHECK(s.z == -2);
  CHECK(s.x_prime == -32768);
  CHECK(decode_one("4200 4210 4221 4211 4202 527E", "01 02 03 04 05 FF").x_prime == 0);
}

TEST_CASE("behind a closed shutter a sample is dark", "[wire]") {
  CHECK(decode_one("4101 4200 4210 527E", "00 00 00 FF").is_dark());
  CHECK_FALSE(decode_one("4101 4200 4210 527E", "01 00 00 FF").is_dark());
  CHECK_FALSE(decode_one("4100 4200 4210 527E", "00 00 00 FF").is_dark());
}

TEST_CASE("any dictionary encodes what it decodes", "[wire]") {
  const auto layout = layout_of(
      "5241 4101 4210 51CC 4010 4000 4201 4200 4010 4010 4220 527E 5214 5C20 5C10 51E8 "
      "51BD 4010 1000 4200");
  REQUIRE(layout.has_value());
  const LaserSample sample{.x = -3,
                           .y = 0x7700,
                           .r = 0x1111,
                           .g = 0x2222,
                           .b = 0x3334,
                           .intensity = 0x4444,
                           .u1 = 0x5556,
                           .u2 = 0x6666,
                           .u3 = 0x7777,
                           .x_prime = 0x1200,
                           .z = -256};
  std::vector<std::byte> octets(layout->sample_size(), std::byte{0xEE});
  REQUIRE(layout->encode({&sample, 1}, octets) == 1);
  CHECK(octets == test::from_hex("66 01 77 3334 00 12 FFFD00 FF 11 22 00 44 77 5556 00"));
  LaserSample decoded;
  CHECK(layout->decode(octets, {&decoded, 1}) == 1);
  CHECK(decoded == sample);
}

TEST_CASE("a line between two primaries carries the weaker of them", "[wire]") {
  const auto layout = layout_of("4200 4210 5241 51E8 5001");
  const LaserSample sample{.r = 0x3000, .g = 0x2000, .b = 0x1000};
  std::vector<std::byte> octets(5);
  layout->encode({&sample, 1}, octets);
  CHECK(octets == test::from_hex("00 00 20 10 00"));
}

TEST_CASE("a wavelength can come with each sample", "[wire]") {
  CHECK(decode_one("4200 4210 5C00 5000", "00 00 85 FF").g == 0xFFFF);                // 0x85 * 4 = 532 nm
  CHECK(decode_one("4200 4210 5C00 4010 5000 4010", "00 00 9F80 1234").r == 0x1234);  // 0x9F80 / 64 = 638 nm
  CHECK(layout_of("4200 4210 527E 5C00 4000 5000")->fields().back().kind == FieldKind::Ignored);
}

TEST_CASE("a hint scales colours and intensity, wherever it stands in the sample", "[wire]") {
  const auto s = decode_one("4200 4210 527E 4010 5C10 4010 4100", "00 00 8000 8000 90");
  CHECK(s.r == 0x0800);          // scale 2: a sixteenth
  CHECK(s.intensity == 0x2000);  // scale 1: a quarter
}

TEST_CASE("more values than any scan head has are refused", "[wire]") {
  std::string many = "4200 4210 ";
  for (int i = 0; i < 30; ++i) many += "527E ";
  CHECK(layout_of(many)->sample_size() == 32);
  CHECK(layout_of(many + "527E").error().code == Errc::BadDictionary);
}

TEST_CASE("decoding stops at whole samples and at the room that is there", "[wire]") {
  const auto layout = layout_of("4200 4210 527E");
  const auto octets = test::from_hex("010203 040506 0708");
  std::array<LaserSample, 3> out{};
  CHECK(layout->decode(octets, out) == 2);
  CHECK(layout->decode(octets, std::span(out).first(1)) == 1);
  CHECK(out[2] == LaserSample{});
}
