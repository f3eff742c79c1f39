// SPDX-License-Identifier: MIT
#include "idn/wire/audio.hpp"

#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::wire;
using test::from_hex;

namespace {

AudioLayout layout(std::string_view tags) {
  return AudioLayout::from_dictionary(from_hex(tags)).value();
}

std::vector<Speaker> speakers_of(const AudioLayout& audio) {
  std::vector<Speaker> all;
  for (std::size_t i = 0; i < audio.channel_count(); ++i) all.push_back(audio.speaker(i));
  return all;
}

}  // namespace

TEST_CASE("every layout of the specification has its speakers in their order", "[wire]") {
  using enum Speaker;
  using Speakers = std::vector<Speaker>;
  CHECK(speakers_of(layout("61 01 00 00")) == Speakers{FrontCentre});
  CHECK(speakers_of(layout("61 02 00 00")) == Speakers{FrontLeft, FrontRight});
  CHECK(speakers_of(layout("61 03 00 00")) == Speakers{FrontLeft, FrontRight, FrontCentre});
  CHECK(speakers_of(layout("61 04 00 00")) == Speakers{FrontLeft, FrontRight, BackLeft, BackRight});
  CHECK(speakers_of(layout("61 05 00 00")) ==
        Speakers{FrontLeft, FrontRight, FrontCentre, BackLeft, BackRight});
  CHECK(speakers_of(layout("61 16 00 00")) ==
        Speakers{FrontLeft, FrontRight, FrontCentre, LowFrequency, BackLeft, BackRight});
  CHECK(speakers_of(layout("61 07 00 00")) ==
        Speakers{FrontLeft, FrontRight, FrontCentre, BackLeft, BackRight, SideLeft, SideRight});
  CHECK(speakers_of(layout("61 18 00 00")) ==
        Speakers{FrontLeft, FrontRight, FrontCentre, LowFrequency, BackLeft, BackRight, SideLeft, SideRight});
  CHECK(speakers_of(layout("61 38 00 00")) == Speakers{FrontLeft, FrontRight, FrontCentre, LowFrequency,
                                                       BackLeft, BackRight, FrontLeftOfCentre,
                                                       FrontRightOfCentre});
}

TEST_CASE("values of every width fill the upper octets", "[wire]") {
  std::array<std::int32_t, 2> values{};
  CHECK(layout("60 02 00 00").decode(from_hex("80 7F"), values) == 1);
  CHECK(values == std::array<std::int32_t, 2>{INT32_MIN, 0x7F000000});
  CHECK(layout("61 02 00 00").decode(from_hex("80 01 7F FF"), values) == 1);
  CHECK(values == std::array<std::int32_t, 2>{INT32_MIN + 0x10000, 0x7FFF0000});
  CHECK(layout("62 02 00 00").decode(from_hex("FF FF FF 01 02 03"), values) == 1);
  CHECK(values == std::array<std::int32_t, 2>{-256, 0x01020300});
}

TEST_CASE("descriptors are joined and octets without meaning skipped", "[wire]") {
  const AudioLayout audio = layout("61 01 40 00 82 02 00 01 12 34 60 01 00 00");
  CHECK(audio.sample_size() == 2 + 1 + 6 + 1);
  REQUIRE(audio.channel_count() == 4);
  CHECK(speakers_of(audio) ==
        std::vector{Speaker::FrontCentre, Speaker::Unassigned, Speaker::Unassigned, Speaker::FrontCentre});
  const auto octets = from_hex("0102 EE 030405 060708 09   1112 EE 131415 161718 19  FF");
  std::array<std::int32_t, 12> values{};
  CHECK(audio.decode(octets, values) == 2);
  CHECK(values == std::array<std::int32_t, 12>{0x01020000, 0x03040500, 0x06070800, 0x09000000, 0x11120000,
                                               0x13141500, 0x16171800, 0x19000000});
  std::vector<std::byte> again(20);
  CHECK(audio.encode_values(std::span(values).first(8), again) == 2);
  CHECK(again == from_hex("0102 00 030405 060708 09   1112 00 131415 161718 19"));
}

TEST_CASE("a layout writes the dictionary it was read from", "[wire]") {
  const auto* tags = GENERATE("61 02 00 00", "62 18 82 10", "80 FF 40 00 60 01 00 00");
  std::vector<std::byte> octets(from_hex(tags).size());
  ByteWriter out(octets);
  layout(tags).encode(out);
  CHECK(out.ok());
  CHECK(octets == from_hex(tags));
}

TEST_CASE("what the specification does not define is refused", "[wire]") {
  const auto* tags = GENERATE("61 00 00 00",  // no channel
                              "61 06 00 00",  // six channels without low frequency
                              "61 11 00 00", "61 28 00 00", "61 12 00 00",
                              "63 02 00 00",  // undefined format
                              "6C 02 00 00",  // dynamic format
                              "81 00 00 00", "8C 02 00 00", "10 00 00 00", "40 10 00 00", "52 7E 00 00",
                              "C0 00 00 00", "01 00 00 00");
  CAPTURE(tags);
  CHECK(AudioLayout::from_dictionary(from_hex(tags)).error().code == Errc::UnknownTag);
}

TEST_CASE("a dictionary without a channel, with too many descriptors or a cut void is refused", "[wire]") {
  std::vector<std::byte> many;
  for (std::size_t i = 0; i < AudioLayout::kMaxGroups; ++i)
    for (const std::byte octet : from_hex("60 01")) many.push_back(octet);
  CHECK(AudioLayout::from_dictionary(many));
  many.insert(many.end(), {std::byte{0x60}, std::byte{0x01}});
  CHECK(AudioLayout::from_dictionary(many).error().code == Errc::BadDictionary);
  for (const auto* tags : {"", "00 00 00 00", "40 00 00 00", "61 02 00 01"})
    CHECK(AudioLayout::from_dictionary(from_hex(tags)).error().code == Errc::BadDictionary);
}

TEST_CASE("only whole samples are decoded, as many as there is room for", "[wire]") {
  const AudioLayout stereo = layout("61 02 00 00");
  std::array<std::int32_t, 5> values{};
  CHECK(stereo.decode(from_hex("00 01 00 02 00 03 00"), values) == 1);
  CHECK(stereo.decode(from_hex("00 01 00 02 00 03 00 04 00 05 00 06"), values) == 2);
  CHECK(stereo.decode({}, values) == 0);
}
