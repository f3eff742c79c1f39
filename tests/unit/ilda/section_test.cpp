// SPDX-License-Identifier: MIT
#include "idn/ilda/section.hpp"

#include "support/catch.hpp"
#include "support/hex.hpp"

namespace idn::ilda {
namespace {

constexpr SectionHeader kHeader{Format::TrueColour3d, {"SQUARE", "FACTS", 7}, 0x1234, 0xFFFE, 0xABCD};

constexpr std::array<std::byte, SectionHeader::kSize> encoded(const SectionHeader& header) {
  std::array<std::byte, SectionHeader::kSize> octets{};
  octets.fill(std::byte{0xFF});
  ByteWriter out(octets);
  header.encode(out);
  return octets;
}

constexpr FormatResult<SectionHeader> decoded(ConstBytes octets) {
  ByteReader in(octets);
  return SectionHeader::decode(in);
}
static_assert(decoded(encoded(kHeader)) == kHeader);

TEST_CASE("a section header has every field in its place", "[ilda]") {
  const auto expected = idn::test::from_hex(
      "49 4C 44 41 00 00 00 04  53 51 55 41 52 45 00 00  46 41 43 54 53 00 00 00  12 34 FF FE AB CD 07 00");
  CHECK(std::ranges::equal(encoded(kHeader), expected));
}

TEST_CASE("a section header is decoded whatever the reserved octets hold", "[ilda]") {
  const auto octets = idn::test::from_hex(
      "49 4C 44 41 AA BB CC 04  53 51 55 41 52 45 00 78  46 41 43 54 53 00 00 00  12 34 FF FE AB CD 07 DD");
  REQUIRE(decoded(octets).has_value());
  CHECK(*decoded(octets) == kHeader);
}

TEST_CASE("a section header is refused when it is cut or has no signature", "[ilda]") {
  const auto octets = encoded(kHeader);
  for (std::size_t size = 0; size < octets.size(); ++size) {
    CAPTURE(size);
    CHECK(decoded(ConstBytes(octets).first(size)).error().code == Errc::Truncated);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    CAPTURE(i);
    auto damaged = octets;
    damaged[i] ^= std::byte{0x20};
    CHECK(decoded(damaged).error() == FormatError{Errc::NotIlda, 0});
  }
}

TEST_CASE("a name keeps eight printable ASCII characters", "[ilda]") {
  CHECK(Name("").view().empty());
  CHECK(Name("circle").view() == "circle");
  CHECK(Name("12345678").view() == "12345678");
  CHECK(Name("123456789").view() == "12345678");
  CHECK(Name(std::string_view("ab\0cd", 5)).view() == "ab");
  CHECK(Name("padded  ").view() == "padded");
  CHECK(Name("a b").view() == "a b");
  CHECK(Name("        ").view().empty());
  CHECK(Name("a\x01\x7F\xC3\xBC~").view() == "a????~");
  CHECK(Name("ab") == Name("ab   "));
}

TEST_CASE("a record has the size that its format gives it", "[ilda]") {
  CHECK(record_size(Format::Indexed3d) == 8);
  CHECK(record_size(Format::Indexed2d) == 6);
  CHECK(record_size(Format::Palette) == 3);
  CHECK(record_size(Format::TrueColour3d) == 10);
  CHECK(record_size(Format::TrueColour2d) == 8);
  for (const unsigned unknown : {3u, 6u, 255u}) CHECK(record_size(static_cast<Format>(unknown)) == 0);
}

TEST_CASE("four formats hold frames and the palette format does not", "[ilda]") {
  for (const unsigned frame : {0u, 1u, 4u, 5u}) CHECK(is_frame(static_cast<Format>(frame)));
  for (const unsigned other : {2u, 3u, 6u, 255u}) CHECK_FALSE(is_frame(static_cast<Format>(other)));
}

}  // namespace
}  // namespace idn::ilda
