// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

using namespace std::chrono_literals;
using Lines = std::vector<std::string>;
using wire::ChunkType;

constexpr Duration kTick{1};

const Lines kLinkLost{"dark 1/0 link time-out at 1000 ms", "close 1/0 link time-out at 1000 ms",
                      "end 1 link time-out at 1000 ms"};

TEST_CASE("the link time-out strikes at its second, not a nanosecond earlier", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.journal.take();
  unit.receiver.on_deadline(kStart + 1s - kTick);
  CHECK(unit.journal.take().empty());
  unit.receiver.on_deadline(kStart + 1s);
  CHECK(unit.journal.take() == kLinkLost);
  CHECK(unit.receiver.session_count() == 0);
  CHECK(unit.receiver.next_deadline() == kNever);
}

TEST_CASE("a time-out that is noticed late is told with the moment when it was due", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.journal.take();
  SECTION("by the timer") {
    unit.receiver.on_deadline(kStart + 5s);
  }
  SECTION("by a datagram of somebody else") {
    unit.advance(5s);
    unit.feed(packet(wire::Command::PingRequest, 0), Endpoint::ipv4(1, 1));
  }
  CHECK(unit.journal.take() == kLinkLost);
}

TEST_CASE("a packet just in time keeps the connection, one at the time-out opens a new one", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  SECTION("just in time") {
    unit.advance(1s - kTick);
    CHECK(unit.ask_empty().input_events == wire::input_event::kNew);
    CHECK(unit.journal.take().size() == 2);
  }
  SECTION("at the time-out") {
    unit.journal.take();
    unit.advance(1s);
    CHECK(unit.ask_empty().input_events == wire::input_event::kNew);
    Lines expected = kLinkLost;
    expected.push_back("open 2");
    CHECK(unit.journal.take() == expected);
  }
}

TEST_CASE("whoever calls at each deadline notices the time-out in time", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  for (int i = 1; i < 10; ++i) {
    unit.advance(100ms);
    unit.tell(wave(static_cast<std::uint32_t>(i) * 1000));
  }
  const TimePoint last_packet = unit.now;
  int calls = 0;
  while (unit.receiver.session_count() > 0) {
    REQUIRE(++calls < 10);
    REQUIRE(unit.receiver.next_deadline() <= last_packet + 1s);
    unit.receiver.on_deadline(unit.receiver.next_deadline());
  }
  CHECK(unit.journal.lines.back() == "end 1 link time-out at 1900 ms");
}

TEST_CASE("empty packets keep the link but not the session", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.journal.take();
  for (int i = 0; i < 3; ++i) {
    unit.advance(500ms);
    unit.ask_empty();
  }
  CHECK(unit.journal.take() ==
        Lines{"dark 1/0 session time-out at 1000 ms", "close 1/0 session time-out at 1000 ms"});
  CHECK(unit.receiver.session_count() == 1);
  const auto closed = unit.ask(wave(1000));
  CHECK(closed.input_events == wire::input_event::kChannelClosed);
  CHECK(closed.pipeline_events == (wire::pipeline_event::kRouted | wire::pipeline_event::kClosed));
  CHECK(unit.ask(opening_wave(2000)).pipeline_events == wire::pipeline_event::kRouted);
}

TEST_CASE("the session time-out strikes at its second, not a nanosecond earlier", "[stream]") {
  auto config = example_config();
  config.link_timeout = 2s;
  ReceiverFixture unit(config);
  unit.tell(opening_wave(0));
  unit.journal.take();
  unit.receiver.on_deadline(kStart + 1s - kTick);
  CHECK(unit.journal.take().empty());
  unit.receiver.on_deadline(kStart + 1s);
  CHECK(unit.journal.take().size() == 2);
  CHECK(unit.receiver.next_deadline() == kStart + 2s);
  unit.receiver.on_deadline(kStart + 2s);
  CHECK(unit.journal.take() == Lines{"end 1 link time-out at 2000 ms"});
}

TEST_CASE("void messages keep link and session", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  for (std::uint32_t i = 1; i < 20; ++i) {
    unit.advance(900ms);
    unit.tell(Message{.timestamp = i * 900'000});
  }
  CHECK(unit.journal.take() == Lines{"open 1", "route 1/0 service 1"});
}

TEST_CASE("duplicates, refused packets and foreign messages do not keep a stream alight", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.advance(900ms);
  const auto* what = GENERATE("duplicate", "late data", "malformed", "foreign");
  if (what == std::string("duplicate")) unit.feed(packet(wire::Command::RtMessage, 100, encode(wave(1000))));
  if (what == std::string("late data")) unit.feed(packet(wire::Command::RtMessage, 99, encode(wave(1000))));
  if (what == std::string("malformed")) unit.feed(packet(wire::Command::RtMessage, 101, Bytes(5)));
  if (what == std::string("foreign"))
    unit.feed(packet(wire::Command::RtMessage, 101, {std::byte{0}, std::byte{8}, {}, {}, {}, {}, {}, {}}));
  unit.receiver.on_deadline(kStart + 1s);
  CAPTURE(what);
  CHECK(std::ranges::count_if(unit.journal.lines, [](auto& line) { return line.starts_with("dark"); }) == 1);
}

TEST_CASE("a late keepalive still proves that the client lives", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.next_sequence = 102;
  unit.tell(wave(1000));
  unit.advance(900ms);
  unit.next_sequence = 101;
  unit.tell(Message{.timestamp = 1000});
  unit.receiver.on_deadline(kStart + 1800ms);
  CHECK(unit.receiver.session_count() == 1);
}

TEST_CASE("an unfinished frame is given up after half a second", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_frame(0));
  Message first = frame(1000, 3);
  first.type = ChunkType::FrameFirst;
  unit.tell(first);
  const Message last{
      .type = ChunkType::FrameSequel, .timestamp = 1001, .data = Bytes(7), .last_fragment = true};
  SECTION("in time") {
    unit.advance(500ms - kTick);
    CHECK(unit.ask(last).pipeline_events == wire::pipeline_event::kRouted);
    CHECK(unit.journal.chunks.size() == 2);
  }
  SECTION("too late") {
    CHECK(unit.receiver.next_deadline() == kStart + 500ms);
    unit.advance(500ms);
    CHECK(unit.ask(last).pipeline_events == (wire::pipeline_event::kRouted | wire::pipeline_event::kFragment));
    CHECK(unit.journal.chunks.size() == 1);
  }
}

TEST_CASE("time that runs backwards counts as standing still", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.now = kStart - 10s;
  unit.tell(wave(1000));
  unit.receiver.on_deadline(kStart + 1s - kTick);
  CHECK(unit.receiver.session_count() == 1);
}

}  // namespace
}  // namespace idn::test
