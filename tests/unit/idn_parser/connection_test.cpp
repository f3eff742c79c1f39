// SPDX-License-Identifier: MIT
#include "idn_parser/table/connection.hpp"

#include "support/catch.hpp"
#include "support/hex.hpp"
#include "tapped_wire.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;
using wire::ChunkType;
using wire::Command;

TEST_CASE("lost, duplicated and reordered packets are told by their numbers", "[parser]") {
  TappedWire wire;
  for (const int number : {0, 1, 4, 3, 3, 5}) wire.send(wave_datagram(number));
  const auto& counts = wire.connection().counts();
  CHECK(counts.packets == 6);
  CHECK(counts.numbers.lost == 1);
  CHECK(counts.numbers.duplicates == 1);
  CHECK(counts.numbers.late == 1);
  CHECK(counts.numbers.restarts == 0);
}

TEST_CASE("keepalives, closes, aborts and acknowledges are counted", "[parser]") {
  TappedWire wire;
  wire.send(datagram(0, {.has_config = true}, Command::RtMessageAckRequest));
  wire.send(packet(Command::RtAcknowledge, 0, from_hex("0C 00 0001 0001 01 00 00000000")), kServer, kClient);
  wire.send(packet(Command::RtAcknowledge, 0, from_hex("0C EC 0000 0000 00 00 00000000")), kServer, kClient);
  wire.send(packet(Command::RtMessage, 1));
  wire.send(datagram(2, {.type = ChunkType::Void}));
  wire.send(datagram(3, {.type = ChunkType::Void, .has_config = true, .closes_channel = true}));
  wire.send(packet(Command::RtCloseAckRequest, 4));
  wire.send(packet(Command::RtAbort, 5));
  const auto& counts = wire.connection().counts();
  CHECK(counts.packets == 6);
  CHECK(counts.acknowledge_requests == 2);
  CHECK(counts.acknowledges == 2);
  CHECK(counts.refusals == 1);
  CHECK(counts.keepalives == 2);
  CHECK(counts.closes == 1);
  CHECK(counts.aborts == 1);
  CHECK(counts.malformed == 0);
  CHECK(wire.stream().counts().channel_closes == 1);
  CHECK(wire.stream().arrivals().metrics().summary().datagrams == 1);
}

TEST_CASE("malformed datagrams are counted and the first is remembered", "[parser]") {
  TappedWire wire;
  wire.send(wave_datagram(0));
  Octets too_long = wave_datagram(1);
  too_long[4] = std::byte{0x7F};
  wire.send(too_long);
  wire.send(packet(Command::RtMessage, 2, from_hex("00 08 80")));
  wire.send(datagram(3, {.sample_octets = 701}));
  wire.send(packet(Command::RtMessage, 4, from_hex("0009 80 01 00000000 00")));
  CHECK(wire.connection().counts().malformed == 4);
  REQUIRE(wire.connection().first_fault());
  CHECK(wire.connection().first_fault()->at.packet_number == 2);
  CHECK(wire.connection().first_fault()->error.code == Errc::BadTotalSize);
  CHECK(wire.stream().arrivals().metrics().summary().datagrams == 1);
}

TEST_CASE("surplus octets are counted and do not change the samples", "[parser]") {
  TappedWire wire;
  wire.send(joined(wave_datagram(0), Octets(5)));
  CHECK(wire.connection().counts().surplus == 1);
  CHECK(wire.stream().arrivals().metrics().summary().samples == 100);
}

TEST_CASE("a datagram cut by the capture is measured when its headers are there", "[parser]") {
  TappedWire wire;
  // Hello, message, configuration with dictionary, chunk header.
  constexpr std::size_t kHeaders = 4 + 8 + 4 + 16 + 4;
  wire.send_cut(wave_datagram(0), kHeaders);
  wire.send_cut(wave_datagram(1), 4 + 8 + 4);
  CHECK(wire.connection().counts().cut == 0);
  CHECK(wire.stream().arrivals().metrics().summary().samples == 200);
  wire.send_cut(wave_datagram(200), kHeaders - 1);
  wire.send_cut(wave_datagram(201), 7);
  CHECK(wire.connection().counts().cut == 2);
  CHECK(wire.connection().counts().malformed == 0);
  CHECK(wire.stream().arrivals().metrics().summary().datagrams == 2);
}

TEST_CASE("a datagram that came in IP fragments is counted and measured", "[parser]") {
  TappedWire wire;
  wire.send(wave_datagram(0));
  wire.send_in_fragments(wave_datagram(1));
  wire.send(wave_datagram(2));
  CHECK(wire.connection().counts().fragmented == 1);
  CHECK(wire.connection().counts().numbers.lost == 0);
  CHECK(wire.stream().arrivals().metrics().summary().datagrams == 3);
}

TEST_CASE("datagrams are counted by their marks, and where the mark changes is told", "[parser]") {
  TappedWire wire;
  for (int i = 0; i < 6; ++i)
    wire.send_marked(wave_datagram(i), {.dscp = static_cast<std::uint8_t>(i < 4 ? 46 : 0), .vlan_priority = 5});
  wire.send(wave_datagram(6));
  const Marks& marks = wire.connection().marks();
  CHECK(marks.by_dscp()[46] == 4);
  CHECK(marks.by_dscp()[0] == 3);
  CHECK(marks.by_priority()[5] == 6);
  REQUIRE(marks.changes().count() == 1);
  CHECK(marks.changes().first()[0].at.packet_number == 5);
  CHECK(marks.changes().first()[0].from == 46);
  CHECK(marks.changes().first()[0].to == 0);
}
