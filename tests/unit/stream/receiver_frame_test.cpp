// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

using wire::ChunkType;
using namespace wire::pipeline_event;

/// A receiver that has got all fragments of a frame but the last one.
Message first_fragment(std::uint32_t timestamp) {
  Message message = frame(timestamp, 3, 3000);
  message.type = ChunkType::FrameFirst;
  return message;
}

Message sequel(std::uint32_t timestamp, bool last, std::size_t octets = 7) {
  return {.type = ChunkType::FrameSequel, .timestamp = timestamp, .data = Bytes(octets), .last_fragment = last};
}

std::uint16_t errors(const wire::Acknowledge& acknowledge) {
  return acknowledge.pipeline_events & ~(kRouted | kClosed);
}

TEST_CASE("the example frame is drawn once, with its dark first sample", "[stream]") {
  ReceiverFixture unit;
  unit.feed(vector_file("idn/20-frame-open-entire.hex"));
  CHECK(unit.journal.take() == std::vector<std::string>{"open 1", "route 1/3 service 2"});
  REQUIRE(unit.journal.chunks.size() == 1);
  const auto& shown = unit.journal.chunks[0];
  CHECK(shown.chunk.mode == wire::ServiceMode::GraphicDiscrete);
  CHECK(shown.chunk.once);
  CHECK(shown.chunk.duration_us == 4000);
  CHECK(shown.chunk.media_us == 20'000'000);
  REQUIRE(shown.samples.size() == 5);
  CHECK(shown.samples[0].is_dark());
  CHECK(shown.samples[4] == LaserSample{-10000, -10000, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF});
}

TEST_CASE("the example fragments become one frame of 12 samples", "[stream]") {
  ReceiverFixture unit;
  for (const auto* name : {"20-frame-open-entire", "21-frame-first-fragment", "22-frame-sequel-middle",
                           "23-frame-sequel-last", "24-frame-empty"})
    unit.feed(vector_file(std::string("idn/") + name + ".hex"));
  REQUIRE(unit.journal.chunks.size() == 3);
  const auto& whole = unit.journal.chunks[1];
  CHECK_FALSE(whole.chunk.once);
  CHECK(whole.chunk.duration_us == 11000);
  CHECK(whole.chunk.media_us == 20'033'333);
  REQUIRE(whole.samples.size() == 12);
  CHECK(whole.samples[5].x == -11514);
  CHECK(whole.samples[11] == LaserSample{12000, 0, 0, 200 * 257, 100 * 257, 0xFFFF});
  CHECK(unit.journal.chunks[2].samples.empty());
}

TEST_CASE("packet reports tell which datagrams carried a frame, and its display time once", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_frame(0));
  unit.tell(first_fragment(1000));
  unit.tell(sequel(1001, false));
  unit.tell(sequel(1002, true));
  unit.tell(Message{.timestamp = 2000});
  struct Expected {
    bool took_data;
    std::uint32_t duration_us;
    std::size_t samples;
    std::int64_t media_us;
  };
  const std::vector<Expected> expected{
      {true, 4000, 5, 0}, {true, 3000, 0, 1000}, {true, 0, 0, 1000}, {true, 0, 5, 1000}, {false, 0, 0, 2000}};
  REQUIRE(unit.journal.packets.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(i);
    CHECK(unit.journal.packets[i].took_data == expected[i].took_data);
    CHECK(unit.journal.packets[i].duration_us == expected[i].duration_us);
    CHECK(unit.journal.packets[i].samples == expected[i].samples);
    CHECK(unit.journal.packets[i].media_us == expected[i].media_us);
  }
}

TEST_CASE("a frame whose fragment is lost is not shown, the next one is", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_frame(0));
  unit.tell(first_fragment(1000));
  ++unit.next_sequence;
  CHECK(errors(unit.ask(sequel(1002, true))) == kFragment);
  unit.tell(first_fragment(2000));
  CHECK(errors(unit.ask(sequel(2001, true))) == 0);
  CHECK(unit.journal.chunks.size() == 2);
}

TEST_CASE("a whole frame or a wrong chunk between fragments drops the queue", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_frame(0));
  unit.tell(first_fragment(1000));
  SECTION("whole frame") {
    CHECK(errors(unit.ask(frame(1500))) == kFragment);
  }
  SECTION("wave chunk") {
    CHECK(errors(unit.ask(wave(1500))) == (kFragment | kChunkType));
  }
  SECTION("another first fragment") {
    CHECK(errors(unit.ask(first_fragment(1500))) == kFragment);
  }
  CHECK(errors(unit.ask(sequel(1001, true))) == kFragment);
}

TEST_CASE("a changed configuration between fragments drops the queue, a repeated one does not", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_frame(0));
  unit.tell(first_fragment(1000));
  Message repeated{.timestamp = 1000, .config = routing(wire::ServiceMode::GraphicDiscrete)};
  SECTION("repeated") {
    CHECK(errors(unit.ask(repeated)) == 0);
    CHECK(errors(unit.ask(sequel(1001, true))) == 0);
  }
  SECTION("changed") {
    repeated.config->service_configuration = wire::dictionary(wire::SampleFormat::Xyrgb16);
    CHECK(errors(unit.ask(repeated)) == kFragment);
    CHECK(errors(unit.ask(sequel(1001, true))) == kFragment);
  }
}

TEST_CASE("fragments of a channel that is routed elsewhere are given up, and reported so", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_frame(0, 1));
  unit.tell(first_fragment(1000));
  Message elsewhere{.timestamp = 1001};
  SECTION("to another service") {
    elsewhere.config = routing(wire::ServiceMode::GraphicDiscrete, 2);
  }
  SECTION("to another mode") {
    elsewhere.config = routing(wire::ServiceMode::GraphicContinuous, 1);
  }
  CHECK(unit.ask(elsewhere).pipeline_events == (kRouted | kFragment));
}

TEST_CASE("the match value of a frame is checked with its first fragment", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_frame(0));
  Message first = first_fragment(1000);
  first.data = chunk(3, 3000, false, 0);
  CHECK(errors(unit.ask(first)) == kMatchValue);
  CHECK(errors(unit.ask(sequel(1001, true))) == kFragment);
}

TEST_CASE("fragments that do not add up to whole samples are a payload error", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_frame(0));
  unit.tell(first_fragment(1000));
  CHECK(errors(unit.ask(sequel(1001, true, 5))) == kPayload);
  CHECK(unit.journal.chunks.size() == 1);
}

TEST_CASE("a frame of more than one MiB is refused on its way", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_frame(0));
  Message first = first_fragment(1000);
  first.data.resize(4 + 65000);
  unit.tell(first);
  std::uint32_t timestamp = 1000;
  for (std::size_t total = 65000; total + 65000 <= 1 << 20; total += 65000)
    REQUIRE(errors(unit.ask(sequel(++timestamp, false, 65000))) == 0);
  CHECK(errors(unit.ask(sequel(++timestamp, false, 65000))) == kFragment);
}

TEST_CASE("a frame of more than 131072 samples is refused", "[stream]") {
  ReceiverFixture unit;
  const Bytes tags = from_hex("42 00 42 10 52 7E 00 00");
  auto config = routing(wire::ServiceMode::GraphicDiscrete);
  config.service_configuration = tags;
  const std::size_t samples = GENERATE(131'072, 131'073);
  std::size_t octets = 3 * samples;
  Message message{.type = ChunkType::FrameFirst, .config = config, .data = chunk(0, 1000)};
  unit.ask(message);
  wire::Acknowledge last;
  for (std::uint32_t timestamp = 1; octets > 0; ++timestamp) {
    const std::size_t part = std::min<std::size_t>(octets, 60'000);
    octets -= part;
    last = unit.ask(sequel(timestamp, octets == 0, part));
  }
  CHECK(errors(last) == (samples > 131'072 ? kRange : 0));
  CHECK(unit.journal.chunks.size() == (samples > 131'072 ? 0 : 1));
}

TEST_CASE("a close flag on a frame takes effect after the frame", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_frame(0));
  unit.journal.take();
  Message message = frame(1000);
  message.config = kClosing;
  CHECK(unit.ask(message).pipeline_events == kClosed);
  CHECK(unit.journal.chunks.size() == 2);
  CHECK(unit.journal.take() == std::vector<std::string>{"dark 1/0 closed at 0 ms", "close 1/0 closed at 0 ms"});
}

TEST_CASE("a close flag on a first fragment waits for the last one", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_frame(0));
  Message first = first_fragment(1000);
  first.config = kClosing;
  CHECK(unit.ask(first).status == wire::ack_status::kOpenChannels);
  SECTION("which comes") {
    CHECK(unit.ask(sequel(1001, true)).pipeline_events == kClosed);
    CHECK(unit.journal.chunks.size() == 2);
  }
  SECTION("which is lost") {
    CHECK(unit.ask(sequel(1002, true)).pipeline_events == (kFragment | kClosed));
  }
  SECTION("which never comes") {
    unit.advance(std::chrono::milliseconds(500));
    CHECK(unit.ask_empty().status == 0);
    CHECK(unit.journal.lines.back() == "close 1/0 closed at 500 ms");
  }
}

TEST_CASE("opening, data and close fit into one message", "[stream]") {
  ReceiverFixture unit;
  Message message = opening_frame(0);
  message.config->close = true;
  CHECK(unit.ask(message).pipeline_events == (kRouted | kClosed));
  CHECK(unit.journal.chunks.size() == 1);
}

TEST_CASE("an empty frame leaves nothing that could go dark", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_frame(0));
  unit.tell(frame(1000, 0, 0));
  unit.journal.take();
  unit.tell(Message{.timestamp = 2000, .config = kClosing});
  CHECK(unit.journal.take() == std::vector<std::string>{"close 1/0 closed at 0 ms"});
}

TEST_CASE("fragments on several channels do not disturb each other", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_frame(0, 1));
  Message other = opening_frame(0, 2);
  other.channel = 63;
  unit.tell(other);
  const auto on_other = [](Message message) { return message.channel = 63, message; };
  unit.tell(first_fragment(1000));
  unit.tell(on_other(first_fragment(1000)));
  CHECK(errors(unit.ask(sequel(1001, true))) == 0);
  CHECK(errors(unit.ask(on_other(sequel(1001, true)))) == 0);
  CHECK(unit.journal.chunks.size() == 4);
}

}  // namespace
}  // namespace idn::test
