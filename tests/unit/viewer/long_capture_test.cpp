// SPDX-License-Identifier: MIT
// Captures that do not fit into one part.
#include "idn/wire/channel_message.hpp"
#include "idn/wire/packet_header.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "viewer/model/source/capture_parts.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

constexpr Duration kLongStart = 1'700'000'000s;
const Endpoint kLongClient = Endpoint::ipv4(0x0A000001, 50000);
const Endpoint kLongUnit = Endpoint::ipv4(0x0A000002, kIdnPort);

/// A wave chunk of two samples, the second of the stream as x. Only the first datagram has a configuration.
Octets wave_of(int number, Duration interval, std::uint8_t channel = 0) {
  Octets octets(256);
  ByteWriter out(octets);
  wire::PacketHeader{wire::Command::RtMessage, 0, static_cast<std::uint16_t>(number)}.encode(out);
  const auto layout =
      from_hex("42 00 40 10 42 10 40 10 52 7E 52 14 51 CC 5C 10");  // X16 Y16 R8 G8 B8 intensity 8
  const bool has_config = number == 0;
  const wire::ChannelConfig config{
      .routing = true, .mode = wire::ServiceMode::GraphicContinuous, .service_configuration = layout};
  const std::size_t size = 8 + (has_config ? config.wire_size() : 0) + 4 + 2 * 8;
  const auto micros = static_cast<std::uint32_t>(number * interval / 1us);
  wire::ChannelMessageHeader{static_cast<std::uint16_t>(size), channel, has_config, wire::ChunkType::Wave,
                             WireMicros(micros)}
      .encode(out);
  if (has_config) config.encode(out);
  wire::ChunkHeader{.duration_us = static_cast<std::uint32_t>(interval / 1us)}.encode(out);
  for (int i = 0; i < 2; ++i) {
    out.write(static_cast<std::uint16_t>(number * interval / 1s));
    out.write(std::uint16_t{0});
    out.write(std::uint32_t{0x00FF00FF});
  }
  octets.resize(out.position());
  return octets;
}

Octets long_capture(int datagrams, Duration interval) {
  CaptureBuilder capture;
  for (int i = 0; i < datagrams; ++i)
    capture.datagram(kLongStart + i * interval, kLongClient, kLongUnit, wave_of(i, interval));
  return capture.octets();
}

/// The second of the stream that the sample shown at `time` says.
int second_at(const Recording& recording, TimePoint time) {
  REQUIRE(recording.streams().size() == 1);
  const Timeline& timeline = recording.streams().front()->timeline;
  const std::size_t index = timeline.chunk_at(time);
  REQUIRE(index < timeline.chunks().size());
  const Chunk& chunk = timeline.chunks()[index];
  CHECK(chunk.begin <= time);
  return chunk.samples().front().x;
}

}  // namespace

TEST_CASE("a long capture is shown from its first moment to its last, a part at a time", "[viewer]") {
  const TemporaryFile file(long_capture(600'000, 500us));
  CaptureParts parts(file.path(), {});
  CHECK_FALSE(parts.part().held.is_whole());
  CHECK(parts.reaches(TimePoint(299s)));
  CHECK_FALSE(parts.reaches(TimePoint(301s)));
  CHECK(parts.end() > TimePoint(299'990ms));
  const std::string name = parts.part().streams().front()->name;
  // Samples are shown 40 ms after their datagram came.
  for (const int second : {0, 150, 299, 1, 77, 223}) {
    CAPTURE(second);
    const TimePoint time(second * 1s + 500ms);
    const Recording& part = parts.at(time);
    CHECK(second_at(part, time) == second);
    CHECK(part.held.contains(time));
    CHECK(part.streams().front()->name == name);
    CHECK(part.streams().front()->numbers.lost == 0);
    CHECK(part.streams().front()->datagrams.size() < kPartDatagrams + 2'000);
    CHECK(part.zero == kLongStart);
  }
  CHECK(parts.notes().empty());
}

TEST_CASE("a part begins ten seconds before the moment, for the instruments, and reaches beyond", "[viewer]") {
  const TemporaryFile file(long_capture(40'000, 1ms));
  CaptureIndex index(open_reader(file.path()), kIdnPort);
  while (index.read_on(1000)) {
  }
  const Recording part = read_part(file.path(), {}, index, TimePoint(30s));
  CHECK(part.held.from <= TimePoint(20s));
  CHECK(part.held.from > TimePoint(15s));
  CHECK(part.held.to == kNever);
  CHECK(part.streams().front()->datagrams.front().arrival < TimePoint(20s));
  CHECK(part.streams().front()->datagrams.size() < 25'000);
}

TEST_CASE("a frame that was sent long before a part is still shown there", "[viewer]") {
  CaptureBuilder capture;
  auto frame = vector_file("idn/20-frame-open-entire.hex");
  ByteWriter(MutableBytes(frame).subspan(2)).write(std::uint16_t{0});
  frame[4 + 8 + 20] &= ~std::byte{wire::ChunkHeader::kOnce};
  capture.datagram(kLongStart, kLongClient, kLongUnit, frame);
  Octets alive(12);
  for (int i = 1; i < 30'000; ++i) {
    ByteWriter out(alive);
    wire::PacketHeader{wire::Command::RtMessage, 0, static_cast<std::uint16_t>(i)}.encode(out);
    wire::encode_void(3, WireMicros(static_cast<std::uint32_t>(20'000'000 + i * 1000)), out);
    capture.datagram(kLongStart + i * 1ms, kLongClient, kLongUnit, alive);
  }
  const TemporaryFile file(capture.octets());
  CaptureIndex index(open_reader(file.path()), kIdnPort);
  while (index.read_on(1000)) {
  }
  const Recording part = read_part(file.path(), {}, index, TimePoint(25s));
  REQUIRE(part.streams().size() == 1);
  const Timeline& timeline = part.streams().front()->timeline;
  CHECK_FALSE(timeline.dark_at(TimePoint(25s)));
  CHECK(timeline.chunk_at(TimePoint(25s)) < timeline.chunks().size());
}

TEST_CASE("a stream that has ended before a part is there without samples, under its number", "[viewer]") {
  Endpoint other = kLongClient;
  ++other.port;
  CaptureBuilder capture;
  for (int i = 0; i < 30'000; ++i) {
    if (i < 2'000) capture.datagram(kLongStart + i * 1ms, other, kLongUnit, wave_of(i, 1ms));
    capture.datagram(kLongStart + i * 1ms, kLongClient, kLongUnit, wave_of(i, 1ms));
  }
  const TemporaryFile file(capture.octets());
  CaptureIndex index(open_reader(file.path()), kIdnPort);
  while (index.read_on(1000)) {
  }
  const Recording part = read_part(file.path(), {}, index, TimePoint(25s));
  REQUIRE(part.streams().size() == 2);
  CHECK(part.streams()[0]->key.client.source == other);
  CHECK(part.streams()[0]->timeline.empty());
  CHECK_FALSE(part.streams()[1]->timeline.empty());
}
