// SPDX-License-Identifier: MIT
// Golden octets, as the crate ether-dream 0.2.5 writes and reads them.
#include "plugins/etherdream/protocol.hpp"

#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::etherdream;
using idn::test::from_hex;

namespace {

constexpr DacStatus kStatus{.light_engine = LightEngine::EmergencyStop,
                            .playback = DacPlayback::Playing,
                            .light_engine_flags = 0x0001,
                            .playback_flags = 0x0005,
                            .buffer_fullness = 1234,
                            .point_rate = 30'000,
                            .point_count = 0x0102'0304};

template <class Octets>
std::vector<std::byte> octets_of(const Octets& octets) {
  return {octets.begin(), octets.end()};
}

DacRequest decoded(const std::string& hex) {
  const auto octets = from_hex(hex);
  const Decoded result = decode_request(octets);
  REQUIRE(result.kind == Decoded::Kind::Complete);
  CHECK(result.request.octets == octets.size());
  return result.request;
}

}  // namespace

TEST_CASE("Ether Dream: answers and broadcasts are the octets that clients read", "[plugins][etherdream]") {
  const std::string status = "00 03 02 00 01 00 05 00 00 00 D2 04 30 75 00 00 04 03 02 01";
  CHECK(octets_of(encode_answer(DacAnswer::Ack, 'd', kStatus)) == from_hex("61 64 " + status));
  CHECK(octets_of(encode_answer(DacAnswer::Invalid, 'p', kStatus)) == from_hex("49 70 " + status));
  const Firmware firmware{.mac = {0x02, 0x11, 0x22, 0x33, 0x44, 0x55}};
  CHECK(octets_of(encode_broadcast(firmware, kStatus)) ==
        from_hex("02 11 22 33 44 55 0A 00 02 00 07 07 A0 86 01 00 " + status));
}

TEST_CASE("Ether Dream: a version is 32 octets, filled up with zeros or cut off", "[plugins][etherdream]") {
  CHECK(octets_of(encode_version("0.3")) == from_hex("30 2E 33" + std::string(29 * 3, ' ') +
                                                     "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
                                                     "00 00 00 00 00 00 00 00 00 00"));
  CHECK(octets_of(encode_version(std::string(40, 'A'))) == std::vector<std::byte>(32, std::byte{'A'}));
}

TEST_CASE("Ether Dream: commands are read with their arguments", "[plugins][etherdream]") {
  CHECK(decoded("70").command == DacCommand::Prepare);
  CHECK(decoded("73").command == DacCommand::Stop);
  CHECK(decoded("63").command == DacCommand::ClearEmergencyStop);
  CHECK(decoded("3F").command == DacCommand::Ping);
  CHECK(decoded("00").command == DacCommand::EmergencyStop);
  CHECK(decoded("FF").command == DacCommand::EmergencyStopFF);
  CHECK(decoded("76").command == DacCommand::Version);
  const DacRequest begin = decoded("62 00 00 30 75 00 00");
  CHECK(begin.command == DacCommand::Begin);
  CHECK(begin.rate == 30'000);
  CHECK(decoded("75 01 00 A0 86 01 00").rate == 100'000);
  CHECK(decoded("74 50 C3 00 00").rate == 50'000);
  CHECK(decoded("71 50 C3 00 00").command == DacCommand::QueueRate);
}

TEST_CASE("Ether Dream: points are read value by value", "[plugins][etherdream]") {
  const auto octets = from_hex(
      "64 02 00"
      "00 80 FE FF 34 12 02 01 04 03 06 05 08 07 0A 09 0C 0B"
      "00 00 00 80 FF 7F FF FF 00 00 01 00 00 00 00 00 02 00");
  const Decoded data = decode_request(octets);
  REQUIRE(data.kind == Decoded::Kind::Complete);
  REQUIRE(data.request.point_count() == 2);
  const DacPoint first = decode_point(data.request.points);
  CHECK(first.changes_rate());
  CHECK(first.sample == LaserSample{.x = -2,
                                    .y = 0x1234,
                                    .r = 0x0102,
                                    .g = 0x0304,
                                    .b = 0x0506,
                                    .intensity = 0x0708,
                                    .u1 = 0x090A,
                                    .u2 = 0x0B0C});
  const DacPoint second = decode_point(data.request.points.subspan(DacPoint::kOctets));
  CHECK_FALSE(second.changes_rate());
  CHECK(second.sample == LaserSample{.x = -32768, .y = 32767, .r = 0xFFFF, .b = 1, .u2 = 2});
}

TEST_CASE("Ether Dream: a command that is cut off anywhere waits for the rest", "[plugins][etherdream]") {
  for (const std::string hex :
       {"62 00 00 30 75 00 00", "74 50 C3 00 00",
        "64 01 00 00 80 FE FF 34 12 02 01 04 03 06 05 08 07 0A 09 0C 0B", "64 FF FF 00"}) {
    const auto octets = from_hex(hex);
    const std::size_t whole = octets.size() == 4 ? 5 : octets.size();
    for (std::size_t i = 0; i < whole && i <= octets.size(); ++i) {
      CAPTURE(hex, i);
      CHECK(decode_request(std::span(octets).first(i)).kind == Decoded::Kind::Incomplete);
    }
  }
}

TEST_CASE("Ether Dream: what follows a command is left alone", "[plugins][etherdream]") {
  const auto octets = from_hex("64 00 00 3F");
  const Decoded data = decode_request(octets);
  CHECK(data.kind == Decoded::Kind::Complete);
  CHECK(data.request.octets == 3);
  CHECK(data.request.point_count() == 0);
}

TEST_CASE("Ether Dream: only the described octets begin a command", "[plugins][etherdream]") {
  int known = 0;
  for (int octet = 0; octet < 256; ++octet) {
    const std::byte first[]{static_cast<std::byte>(octet)};
    if (decode_request(first).kind != Decoded::Kind::Unknown) ++known;
  }
  CHECK(known == 12);
}
