// SPDX-License-Identifier: MIT
#include "idn/capture/pcap_writer.hpp"

#include <vector>

#include "support/catch.hpp"
#include "support/hex.hpp"

namespace idn::capture {
namespace {

std::vector<std::byte> packet(const Endpoint& from, const Endpoint& to, const std::vector<std::byte>& payload) {
  std::vector<std::byte> octets(70'000);
  octets.resize(encode_udp_packet(from, to, payload, octets));
  return octets;
}

TEST_CASE("a datagram gets the headers it had on the wire", "[capture]") {
  // The checksums come from another implementation.
  CHECK(packet(Endpoint::ipv4(0xC0A8010A, 40000), Endpoint::ipv4(0xC0A80132, 7255),
               test::from_hex("10 00 00 01")) ==
        test::from_hex("45 00 00 20 00 00 40 00 40 11 B7 40 C0 A8 01 0A C0 A8 01 32"
                       "9C 40 1C 57 00 0C B3 B0 10 00 00 01"));
}

TEST_CASE("an odd length is padded for the checksum only", "[capture]") {
  const auto odd = packet(Endpoint::ipv4(1, 2), Endpoint::ipv4(3, 4), test::from_hex("01 02 03"));
  const auto even = packet(Endpoint::ipv4(1, 2), Endpoint::ipv4(3, 4), test::from_hex("01 02 03 00"));
  REQUIRE(odd.size() == 31);
  const auto checksum = [](const auto& octets) { return detail::load_big_endian<std::uint16_t>(&octets[26]); };
  // The length is summed twice: in the UDP header and in the pseudo header.
  CHECK(checksum(odd) == checksum(even) + 2);
}

TEST_CASE("a checksum of zero is sent as all ones", "[capture]") {
  const Endpoint from = Endpoint::ipv4(0, 0);
  const Endpoint to = Endpoint::ipv4(0, 0);
  // Protocol and twice the length of 10 add up to 37; the payload makes the sum 0xFFFF.
  const auto octets = packet(from, to, test::from_hex("FF DA"));
  CHECK(detail::load_big_endian<std::uint16_t>(&octets[26]) == 0xFFFF);
}

TEST_CASE("the longest datagram fits, what does not fit is refused", "[capture]") {
  std::vector<std::byte> room(31);
  CHECK(encode_udp_packet({}, {}, test::from_hex("01 02 03"), room) == 31);
  CHECK(encode_udp_packet({}, {}, test::from_hex("01 02 03 04"), room) == 0);
  CHECK(packet({}, {}, std::vector<std::byte>(65507)).size() == 65535);
  CHECK(packet({}, {}, std::vector<std::byte>(65508)).empty());
}

}  // namespace
}  // namespace idn::capture
