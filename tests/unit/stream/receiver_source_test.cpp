// SPDX-License-Identifier: MIT
// Workarounds of the receiver for particular senders.
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

constexpr SampleTransform kTurned{.flip_x = true, .flip_y = true};

TEST_CASE("samples of a source are turned as configured, those of others are not", "[stream]") {
  auto config = example_config();
  config.sources = {{Subnet::ipv4(0xC0A8010A, 32), kTurned},
                    {Subnet::ipv4(0xC0A80100, 24), {.swap_axes = true}}};
  ReceiverFixture unit(config);
  unit.source = Endpoint::ipv4(GENERATE(0xC0A8010A, 0xC0A8010B, 0x0A000001), 40000);
  unit.tell(opening_wave(0));
  REQUIRE(unit.journal.chunks.size() == 1);
  const LaserSample last = unit.journal.chunks[0].samples[19];
  if (unit.source.ipv4_address() == 0xC0A8010A) CHECK(last.x == -19);
  if (unit.source.ipv4_address() == 0xC0A8010B) CHECK(last.y == 19);
  if (unit.source.ipv4_address() == 0x0A000001) CHECK(last.x == 19);
}

TEST_CASE("frames in fragments are turned as well", "[stream]") {
  auto config = example_config();
  config.sources = {{Subnet::ipv4(0, 0), kTurned}};
  ReceiverFixture unit(config);
  for (const auto* name :
       {"20-frame-open-entire", "21-frame-first-fragment", "22-frame-sequel-middle", "23-frame-sequel-last"})
    unit.feed(vector_file("idn/" + std::string(name) + ".hex"));
  REQUIRE(unit.journal.chunks.size() == 2);
  CHECK(unit.journal.chunks[0].samples[1].x == -10000);
  CHECK(unit.journal.chunks[0].samples[1].y == 10000);
  CHECK(unit.journal.chunks[1].samples[11].x == -12000);
}

/// totalSize and timestamp in little endian.
Bytes turned(Bytes datagram) {
  std::swap(datagram[4], datagram[5]);
  std::reverse(datagram.begin() + 8, datagram.begin() + 12);
  return datagram;
}

TEST_CASE("a message with size and timestamp in little endian is understood", "[stream]") {
  ReceiverFixture unit;
  unit.feed(turned(vector_file("idn/09-wave-open-config.hex")));
  REQUIRE(unit.journal.chunks.size() == 1);
  CHECK(unit.journal.chunks[0].chunk.media_us == 10'000'000);
  CHECK(unit.journal.chunks[0].samples[1].x == 1000);
  CHECK(unit.receiver.stats().little_endian == 1);
  CHECK(unit.receiver.stats().malformed == 0);
}

TEST_CASE("a wrong size is refused unless it names exactly what is there", "[stream]") {
  ReceiverFixture unit;
  Bytes datagram = turned(vector_file("idn/09-wave-open-config.hex"));
  SECTION("one octet more") {
    datagram.push_back(std::byte{0});
  }
  SECTION("one octet less") {
    datagram.pop_back();
  }
  SECTION("the tolerance is switched off") {
    auto config = example_config();
    config.accept_little_endian = false;
    ReceiverFixture strict(config);
    CHECK(strict.ask_raw(datagram).result == wire::AckResult::InvalidPayload);
    return;
  }
  CHECK(unit.ask_raw(datagram).result == wire::AckResult::InvalidPayload);
  CHECK(unit.receiver.stats().little_endian == 0);
}

TEST_CASE("a size that is possible as it stands is never turned", "[stream]") {
  ReceiverFixture unit;
  // totalSize 0x0008 with more octets after the message: byte-swapped it would be 0x0800, the whole payload.
  Message keepalive{.timestamp = 1};
  Bytes payload = encode(keepalive);
  payload.resize(0x0800);
  CHECK(unit.ask_raw(packet(wire::Command::RtMessage, 1, payload)).result == wire::AckResult::Accepted);
  CHECK(unit.receiver.stats().little_endian == 0);
  CHECK(unit.receiver.stats().surplus == 1);
}

TEST_CASE("a little-endian configuration that does not fit is a payload error of its channel", "[stream]") {
  ReceiverFixture unit;
  const Bytes datagram = from_hex("41 00 00 01 0C 00 C0 01 00 00 00 00 04 11 00 01");
  CHECK(unit.ask_raw(datagram).pipeline_events ==
        (wire::pipeline_event::kPayload | wire::pipeline_event::kClosed));
}

}  // namespace
}  // namespace idn::test
