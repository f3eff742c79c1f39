// SPDX-License-Identifier: MIT
#include "idn/wire/channel_message.hpp"

#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::wire;

namespace {

/// A message and the octets to which it refers.
struct Decoded {
  explicit Decoded(std::string_view hex)
      : octets(test::from_hex(hex)), message(ChannelMessage::decode(octets)) {}
  Decoded(const Decoded&) = delete;

  const ChannelMessage* operator->() const { return &message.value(); }
  bool has_value() const { return message.has_value(); }
  FormatError error() const { return message.error(); }

  std::vector<std::byte> octets;
  FormatResult<ChannelMessage> message;
};

Decoded decode_hex(std::string_view hex) {
  return Decoded(hex);
}

}  // namespace

TEST_CASE("sizes that cannot be are refused before anything is read by them", "[wire]") {
  CHECK(decode_hex("00 08 80 00 00 00 00").error().code == Errc::Truncated);
  CHECK(decode_hex("00 07 80 00 00 00 00 00").error().code == Errc::BadTotalSize);
  CHECK(decode_hex("00 09 80 00 00 00 00 00").error().code == Errc::BadTotalSize);
  CHECK(decode_hex("00 08 00 00 00 00 00 00").error().code == Errc::NotChannelMessage);
  CHECK(decode_hex("00 08 80 00 00 00 00 00").has_value());
  std::vector<std::byte> largest(0xFF01);
  largest[0] = std::byte{0xFF};
  largest[1] = std::byte{0x01};
  largest[2] = std::byte{0x80};
  CHECK(ChannelMessage::decode(largest).error().code == Errc::BadTotalSize);
  largest[1] = std::byte{0x00};
  CHECK(ChannelMessage::decode(largest)->surplus == 1);
}

TEST_CASE("a configuration must fit into its message, not only into the datagram", "[wire]") {
  CHECK(decode_hex("00 0C C0 00 00000000  01 01 00 01  4200 4010").error().code == Errc::BadConfiguration);
  CHECK(decode_hex("00 0B C0 00 00000000  01 01 00 01").error().code == Errc::BadConfiguration);
  const auto fits = decode_hex("00 10 C0 00 00000000  01 13 02 01  4200 4010");
  REQUIRE(fits.has_value());
  REQUIRE(fits->config.has_value());
  CHECK(fits->config->routing);
  CHECK(fits->config->close);
  CHECK(fits->config->data_match == 1);
  CHECK(fits->config->service_id == 2);
  CHECK(fits->data.empty());
}

TEST_CASE("words announced without routing are skipped to find the chunk", "[wire]") {
  const auto message = decode_hex("00 14 C0 01 00000000  01 00 07 00  DEADBEEF  10 0003E8");
  REQUIRE(message.has_value());
  CHECK_FALSE(message->config->routing);
  ByteReader in(message->data);
  CHECK(ChunkHeader::decode(in)->duration_us == 1000);
}

TEST_CASE("CCLF of a sequel means last fragment, never configuration", "[wire]") {
  const auto last = decode_hex("00 0C C0 C0 00000001  01 01 00 01");
  REQUIRE(last.has_value());
  CHECK(last->header.is_last_fragment());
  CHECK_FALSE(last->config.has_value());
  CHECK(last->data.size() == 4);
}

TEST_CASE("chunk headers hold 24 bits of duration and no more", "[wire]") {
  std::array<std::byte, 4> octets{};
  ByteWriter out(octets);
  ChunkHeader{.config_match = 3, .once = true, .duration_us = 0x1FF'FFFF}.encode(out);
  CHECK(std::ranges::equal(octets, test::from_hex("31 FF FF FF")));
  ByteReader in(octets);
  CHECK(ChunkHeader::decode(in) == ChunkHeader{3, true, 0xFF'FFFF});
  ByteReader cut{ConstBytes(octets).first(3)};
  CHECK_FALSE(ChunkHeader::decode(cut).has_value());
}
