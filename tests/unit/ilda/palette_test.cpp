// SPDX-License-Identifier: MIT
#include "idn/ilda/section.hpp"

#include <vector>

#include "support/catch.hpp"
#include "support/hex.hpp"

namespace idn::ilda {
namespace {

constexpr Rgb kWhite{255, 255, 255};
constexpr Rgb kRed{255, 0, 0};
constexpr Rgb kBlue{0, 0, 255};

void check_against(const Palette& palette, const std::vector<std::byte>& table) {
  REQUIRE(table.size() == 3 * palette.size());
  const Palette published = decode_palette(table);
  for (std::size_t i = 0; i < palette.size(); ++i) {
    CAPTURE(i);
    CHECK(palette.entries()[i] == published.entries()[i]);
  }
}

TEST_CASE("the built-in palettes are the published tables", "[ilda]") {
  check_against(default_palette(DefaultPalette::Ilda64), idn::test::vector_file("ild/palette-64.hex"));
  check_against(default_palette(DefaultPalette::Obsolete256),
                idn::test::vector_file("ild/palette-256-obsolete.hex"));
}

TEST_CASE("the 64-colour palette passes through its named colours", "[ilda]") {
  const Palette& palette = default_palette(DefaultPalette::Ilda64);
  REQUIRE(palette.size() == 64);
  CHECK(palette[0] == kRed);
  CHECK(palette[16] == Rgb{255, 255, 0});
  CHECK(palette[24] == Rgb{0, 255, 0});
  CHECK(palette[31] == Rgb{0, 255, 255});
  CHECK(palette[40] == kBlue);
  CHECK(palette[48] == Rgb{255, 0, 255});
  CHECK(palette[56] == kWhite);
  CHECK(palette[63] == Rgb{255, 32, 32});
}

TEST_CASE("an index beyond the built-in palette counts modulo 64", "[ilda]") {
  const Palette& palette = default_palette(DefaultPalette::Ilda64);
  for (unsigned i = 0; i < 256; ++i) {
    CAPTURE(i);
    CHECK(palette[static_cast<std::uint8_t>(i)] == palette[static_cast<std::uint8_t>(i % 64)]);
  }
}

TEST_CASE("the obsolete palette starts with black and the pure colours", "[ilda]") {
  const Palette& palette = default_palette(DefaultPalette::Obsolete256);
  REQUIRE(palette.size() == 256);
  CHECK(palette[0] == Rgb{});
  CHECK(palette[1] == kWhite);
  CHECK(palette[2] == kRed);
  CHECK(palette[6] == kBlue);
  CHECK(palette[231] == kWhite);
  CHECK(palette[255] == Rgb{});
}

TEST_CASE("palette records are red, green, blue and everything beyond them is white", "[ilda]") {
  const Palette palette = decode_palette(idn::test::from_hex("01 02 03  04 05 06"));
  REQUIRE(palette.size() == 2);
  CHECK(palette[0] == Rgb{1, 2, 3});
  CHECK(palette[1] == Rgb{4, 5, 6});
  CHECK(palette[2] == kWhite);
  CHECK(palette[255] == kWhite);
}

TEST_CASE("palette records that are no complete colour or beyond 256 are left out", "[ilda]") {
  CHECK(decode_palette({}).size() == 0);
  CHECK(decode_palette({})[0] == kWhite);
  CHECK(decode_palette(idn::test::from_hex("01 02 03 04 05")).size() == 1);
  const std::vector<std::byte> long_palette(3 * 300);
  CHECK(decode_palette(long_palette).size() == 256);
  CHECK(decode_palette(long_palette)[255] == Rgb{});
}

TEST_CASE("the nearest colour is the lowest index among equals", "[ilda]") {
  const std::vector<Rgb> entries{kBlue, kRed, kRed, {0, 250, 0}};
  const Palette palette(entries);
  CHECK(palette.nearest({200, 10, 10}) == 1);
  CHECK(palette.nearest({0, 255, 1}) == 3);
  CHECK(palette.nearest({128, 0, 128}) == 0);
  CHECK(palette.nearest({120, 250, 120}) == 3);
  CHECK(Palette({}).nearest(kRed) == 0);
}

TEST_CASE("every colour of a palette is its own nearest colour", "[ilda]") {
  const auto which = GENERATE(DefaultPalette::Ilda64, DefaultPalette::Obsolete256);
  const Palette& palette = default_palette(which);
  for (const Rgb colour : palette.entries()) CHECK(palette[palette.nearest(colour)] == colour);
}

}  // namespace
}  // namespace idn::ilda
