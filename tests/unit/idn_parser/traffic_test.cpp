// SPDX-License-Identifier: MIT
#include "idn_parser/table/traffic.hpp"

#include <bit>

#include "support/catch.hpp"
#include "support/hex.hpp"
#include "tapped_wire.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;
using wire::ChunkType;
using wire::Command;

TEST_CASE("address, port, group and server tell connections apart, the channel streams", "[parser]") {
  TappedWire wire;
  const Endpoint other_port = Endpoint::ipv4(0x0A000001, 50'001);
  const Endpoint other_server = Endpoint::ipv4(0x0A000003, kIdnPort);
  wire.send(datagram(0, {.channel = 0}));
  wire.send(datagram(1, {.channel = 5}));
  wire.send(datagram(0, {}), other_port);
  wire.send(datagram(0, {}), kClient, other_server);
  wire.send(datagram(0, {}, Command::RtMessage, 3));
  REQUIRE(wire.traffic.connections().size() == 4);
  const auto& two_channels = wire.traffic.connections().at({kClient, kServer, 0});
  CHECK(two_channels.streams().size() == 2);
  CHECK(two_channels.streams().contains(5));
  CHECK(wire.traffic.connections().contains({kClient, kServer, 3}));
}

TEST_CASE("only real-time packets to the server open a connection", "[parser]") {
  TappedWire wire;
  wire.send(packet(Command::ScanRequest, 1));
  wire.send(packet(Command::ScanResponse, 1), kServer, kClient);
  wire.send(packet(Command::PingRequest, 2));
  wire.send(packet(Command::RtAcknowledge, 3), kServer, kClient);
  wire.send(wave_datagram(0), kServer, kClient);
  wire.send(packet(static_cast<Command>(0x42), 4));
  wire.send(wave_datagram(0), kClient, Endpoint::ipv4(0x0A000002, 7256));
  wire.send(from_hex("40 00 00"));
  CHECK(wire.traffic.connections().empty());
  CHECK(wire.traffic.datagrams() == 7);
  CHECK(wire.traffic.too_short() == 1);
  CHECK(wire.traffic.commands().at(Command::ScanRequest) == 1);
  CHECK(wire.traffic.commands().at(static_cast<Command>(0x42)) == 1);
}

TEST_CASE("a number that a ping of the client has is not lost", "[parser]") {
  TappedWire wire;
  wire.send(datagram(0, {}));
  wire.send(packet(Command::PingRequest, 1));
  wire.send(datagram(2, {}));
  wire.send(packet(Command::PingRequest, 3), Endpoint::ipv4(0x0A000009, 1));
  wire.send(datagram(4, {}));
  const Connection& connection = wire.traffic.connections().at({kClient, kServer, 0});
  CHECK(connection.counts().numbers.lost == 1);
  const auto missing = static_cast<std::size_t>(std::countr_zero(wire::input_event::kSequenceMissing));
  CHECK(connection.reception()->facts().input_events.counts()[missing] == 1);
}

TEST_CASE("another port is watched when asked for", "[parser]") {
  TappedWire wire(9000);
  wire.send(wave_datagram(0));
  CHECK(wire.traffic.datagrams() == 0);
  wire.send(wave_datagram(0), kClient, Endpoint::ipv4(0x0A000002, 9000));
  CHECK(wire.stream().arrivals().metrics().summary().datagrams == 1);
}

TEST_CASE("forged source addresses do not fill the memory", "[parser]") {
  TappedWire wire;
  for (std::uint32_t i = 0; i < Traffic::kMaxConnections + 10; ++i)
    wire.send(packet(Command::RtMessage, 0), Endpoint::ipv4(i, 1));
  CHECK(wire.traffic.connections().size() == Traffic::kMaxConnections);
  CHECK(wire.traffic.unsorted() == 10);
}
