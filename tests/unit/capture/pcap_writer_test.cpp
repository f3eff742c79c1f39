// SPDX-License-Identifier: MIT
#include "idn/capture/pcap_writer.hpp"

#include "idn/capture/datagram_reader.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::capture;
using idn::test::from_hex;
using idn::test::Octets;
using idn::test::TemporaryFile;

namespace {

constexpr Endpoint kSentFrom = Endpoint::ipv4(0xC0A8'010A, 50'000);
constexpr Endpoint kSentTo = Endpoint::ipv4(0xC0A8'0132, 7255);

Octets packet_of(const Octets& payload) {
  Octets packet(kUdpPacketHeaders + payload.size());
  encode_udp_packet(kSentFrom, kSentTo, payload, packet);
  return packet;
}

}  // namespace

TEST_CASE("what is written is read again, to the nanosecond and the octet", "[capture]") {
  const TemporaryFile file{Octets()};
  const Octets payload = from_hex("40 00 00 07 AA");
  {
    const auto writer = PcapWriter::open(file.path()).value();
    writer->write(1'700'000'000s + 123'456'789ns, packet_of(payload));
    writer->write(1'700'000'001s, packet_of({}));
    CHECK(writer->packets() == 2);
  }
  DatagramReader reader = DatagramReader::open(std::array{file.path()}).value();
  const auto first = reader.next();
  REQUIRE(first);
  CHECK(first->position.time == 1'700'000'000s + 123'456'789ns);
  CHECK(first->content.source == kSentFrom);
  CHECK(first->content.destination == kSentTo);
  CHECK(std::ranges::equal(first->content.payload, payload));
  const auto second = reader.next();
  REQUIRE(second);
  CHECK(second->content.payload.empty());
  CHECK_FALSE(reader.next());
  const CaptureInfo facts = reader.facts();
  CHECK(facts.packets == 2);
  CHECK(facts.bad_headers == 0);
  CHECK(facts.files[0].damage_count == 0);
}

TEST_CASE("a capture that cannot be created is told as the error of the system", "[capture]") {
  const auto writer = PcapWriter::open("/nonexistent/show.pcap");
  REQUIRE_FALSE(writer);
  CHECK(writer.error().system == std::errc::no_such_file_or_directory);
}
