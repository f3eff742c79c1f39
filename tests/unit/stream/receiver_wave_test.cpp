// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

using stream::ChunkContinuity;

TEST_CASE("the example wave messages deliver their samples and times", "[stream]") {
  ReceiverFixture unit;
  unit.feed(vector_file("idn/09-wave-open-config.hex"));
  unit.feed(vector_file("idn/11-wave-next.hex"));
  REQUIRE(unit.journal.chunks.size() == 2);
  const auto& first = unit.journal.chunks[0];
  CHECK(first.id.channel == 0);
  CHECK(first.id.session.key.source == kClient);
  CHECK(first.chunk.mode == wire::ServiceMode::GraphicContinuous);
  CHECK(first.chunk.arrival == kStart);
  CHECK(first.chunk.media_us == 10'000'000);
  CHECK(first.chunk.duration_us == 1000);
  CHECK(first.chunk.placement.continuity == ChunkContinuity::Start);
  REQUIRE(first.samples.size() == 20);
  CHECK(first.samples[0] == LaserSample{});
  CHECK(first.samples[1] == LaserSample{1000, 500, 0xFFFF, 128 * 257, 0, 0xFFFF});
  CHECK(first.samples[19].x == 19000);
  const auto& second = unit.journal.chunks[1];
  CHECK(second.chunk.media_us == 10'001'000);
  CHECK(second.chunk.placement.continuity == ChunkContinuity::Exact);
  CHECK(second.samples[19] == LaserSample{-1000, -500, 0, 128 * 257, 0xFFFF, 0xFFFF});
}

TEST_CASE("the example dictionaries of other senders are decoded", "[stream]") {
  ReceiverFixture unit;
  unit.feed(vector_file("idn/26-wave-xyrgbi-sdm2.hex"));
  REQUIRE(unit.journal.chunks.size() == 1);
  CHECK(unit.journal.chunks[0].chunk.duration_us == 666);
  REQUIRE(unit.journal.chunks[0].samples.size() == 20);
  CHECK(unit.journal.chunks[0].samples[0] == LaserSample{-8000, 4000, 0, 0xFFFF, 64 * 257, 0xFFFF});

  ReceiverFixture isp;
  isp.feed(vector_file("idn/27-wave-ispdb25-full.hex"));
  REQUIRE(isp.journal.chunks.size() == 1);
  CHECK(isp.journal.chunks[0].id.channel == 1);
  REQUIRE(isp.journal.chunks[0].samples.size() == 20);
  const LaserSample sample = isp.journal.chunks[0].samples[1];
  CHECK(sample.x == -4500);
  CHECK(sample.y == 250);
  CHECK(sample.r == 200 * 257);
}

TEST_CASE("media time runs on when the 32-bit timestamp wraps", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0xFFFF'FF00));
  unit.tell(wave(0x0000'02E8));
  unit.tell(wave(0x0000'06D0));
  REQUIRE(unit.journal.chunks.size() == 3);
  CHECK(unit.journal.chunks[1].chunk.media_us == 0xFFFF'FF00LL + 1000);
  CHECK(unit.journal.chunks[2].chunk.media_us == 0xFFFF'FF00LL + 2000);
  for (const auto& packet : unit.journal.packets) CHECK((packet.pipeline_events & ~1u) == 0);
}

TEST_CASE("late and repeated messages tell their media time and do not set it back", "[stream]") {
  constexpr std::uint32_t kTwentyMinutes = 1'200'000'000;
  ReceiverFixture unit;
  unit.tell(opening_wave(2 * kTwentyMinutes));
  unit.next_sequence = 102;
  unit.tell(wave(2 * kTwentyMinutes + 2000));
  unit.next_sequence = 101;
  unit.tell(wave(kTwentyMinutes));  // late
  unit.next_sequence = 101;
  unit.tell(wave(kTwentyMinutes));  // repeated
  unit.next_sequence = 103;
  // From the late chunk on it would be 40 minutes, which in 32 bits is indistinguishable from a step back.
  unit.tell(wave(3 * kTwentyMinutes));
  REQUIRE(unit.journal.packets.size() == 5);
  CHECK(unit.journal.packets[2].sequence.order == ArrivalOrder::Late);
  CHECK(unit.journal.packets[2].media_us == kTwentyMinutes);
  CHECK(unit.journal.packets[3].sequence.order == ArrivalOrder::Duplicate);
  CHECK(unit.journal.packets[3].media_us == kTwentyMinutes);
  CHECK(unit.journal.packets[4].media_us == 3LL * kTwentyMinutes);
}

TEST_CASE("three hours of media time have no discontinuity", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  constexpr std::uint32_t kDuration = 16'000'000;
  std::int64_t media = 1000;
  for (; media < 3LL * 3600 * 1'000'000; media += kDuration) {
    unit.advance(std::chrono::milliseconds(10));
    unit.tell(wave(static_cast<std::uint32_t>(media), 20, kDuration));
  }
  CHECK(unit.journal.chunks.back().chunk.media_us == media - kDuration);
  for (const auto& packet : unit.journal.packets) REQUIRE((packet.pipeline_events & ~1u) == 0);
}

TEST_CASE("void messages carry the media time over long idle times", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  std::uint32_t timestamp = 0;
  for (int i = 0; i < 4; ++i) unit.tell(Message{.timestamp = timestamp += 0x4000'0000});
  unit.tell(wave(timestamp));
  CHECK(unit.journal.chunks.back().chunk.media_us == 0x1'0000'0000LL);
  CHECK(unit.journal.chunks.back().chunk.placement.continuity == ChunkContinuity::Restart);
}

TEST_CASE("gap, overlap and restart are told with the samples", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(10'000));
  unit.tell(wave(13'000));
  unit.tell(wave(13'100));
  unit.tell(wave(2'000'000));
  REQUIRE(unit.journal.chunks.size() == 3);
  CHECK(unit.journal.chunks[1].chunk.placement.continuity == ChunkContinuity::Gap);
  CHECK(unit.journal.chunks[1].chunk.placement.gap_us == 2000);
  CHECK(unit.journal.chunks[2].chunk.placement.continuity == ChunkContinuity::Restart);
  CHECK(unit.journal.packets[2].took_data == false);
}

TEST_CASE("a repeated configuration with a new match value keeps the decoder", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  Message next = opening_wave(1000);
  next.config->data_match = 3;
  next.data = chunk(20, 1000, false, 3);
  CHECK((unit.ask(next).pipeline_events & ~wire::pipeline_event::kRouted) == 0);
  CHECK(unit.journal.chunks.size() == 2);
}

TEST_CASE("a header without routing changes neither match value nor configuration", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  const Bytes words(8, std::byte{0xEE});
  Message next = wave(1000);
  next.config = wire::ChannelConfig{.data_match = 2, .service_id = 77, .service_configuration = words};
  CHECK(unit.ask(next).pipeline_events == wire::pipeline_event::kRouted);
  CHECK(unit.journal.chunks.size() == 2);
}

TEST_CASE("after samples of another configuration the output is dark until the next configuration",
          "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  Message wrong = wave(1000);
  wrong.data = chunk(20, 1000, false, 0);
  unit.tell(wrong);
  CHECK(unit.journal.lines.back() == "dark 1/0 configuration lost at 0 ms");
  unit.tell(wave(2000));
  CHECK(unit.journal.chunks.size() == 1);
  SECTION("which lights it again") {
    unit.tell(opening_wave(3000));
    CHECK(unit.journal.chunks.size() == 2);
  }
  SECTION("or its end, which is not told dark twice") {
    unit.journal.take();
    unit.tell(Message{.timestamp = 3000, .config = kClosing});
    CHECK(unit.journal.take() == std::vector<std::string>{"close 1/0 closed at 0 ms"});
  }
}

TEST_CASE("a changed dictionary is used from its own message on", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  Message next = opening_wave(1000);
  next.config->service_configuration = wire::dictionary(wire::SampleFormat::Xyrgb16);
  next.data.resize(wire::ChunkHeader::kSize + 20 * 10);
  unit.tell(next);
  REQUIRE(unit.journal.chunks.size() == 2);
  CHECK(unit.journal.chunks[1].samples.size() == 20);
  CHECK(unit.journal.chunks[1].chunk.placement.continuity == ChunkContinuity::Exact);
}

TEST_CASE("an unusable dictionary takes the old decoder away", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  const Bytes tags = from_hex("42 00 42 10");
  Message next = opening_wave(1000);
  next.config->service_configuration = tags;
  CHECK((unit.ask(next).pipeline_events & wire::pipeline_event::kConfiguration) != 0);
  CHECK(unit.journal.lines.back() == "dark 1/0 configuration lost at 0 ms");
  CHECK(unit.journal.chunks.size() == 1);
}

TEST_CASE("the largest message of the smallest samples is decoded", "[stream]") {
  ReceiverFixture unit;
  const Bytes tags = from_hex("42 00 42 10 52 7E 00 00");
  auto config = routing(wire::ServiceMode::GraphicContinuous);
  config.service_configuration = tags;
  Message message{.type = wire::ChunkType::Wave, .config = config, .data = chunk(0, 1000)};
  const std::size_t room = 0xFF00 - 8 - 4 - tags.size() - 4;
  message.data.resize(4 + room / 3 * 3);
  unit.tell(message);
  REQUIRE(unit.journal.chunks.size() == 1);
  CHECK(unit.journal.chunks[0].samples.size() == room / 3);
}

}  // namespace
}  // namespace idn::test
