// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

using namespace std::chrono_literals;
using Lines = std::vector<std::string>;
using wire::AckResult;
using wire::Command;

TEST_CASE("address, port and client group together make a connection", "[stream]") {
  ReceiverFixture unit;
  unit.ask_empty();
  unit.source.port = 40001;
  unit.ask_empty();
  unit.source = Endpoint::ipv4(0xC0A8010B, 40000);
  unit.ask_empty();
  unit.group = 15;
  unit.ask_empty();
  CHECK(unit.receiver.session_count() == 4);
  unit.group = 0;
  CHECK(unit.ask_empty().input_events == (wire::input_event::kSequence | wire::input_event::kSequenceMissing));
  CHECK(unit.receiver.session_count() == 4);
}

TEST_CASE("a session has the lowest free slot, from its first datagram to its end", "[stream]") {
  ReceiverFixture unit;
  const auto slot_of_next = [&](std::uint16_t port, Command command) {
    unit.source.port = port;
    unit.ask_empty(command);
    return unit.journal.packets.back().session.slot;
  };
  CHECK(slot_of_next(1, Command::RtMessageAckRequest) == 0);
  CHECK(slot_of_next(2, Command::RtMessageAckRequest) == 1);
  CHECK(slot_of_next(3, Command::RtMessageAckRequest) == 2);
  CHECK(slot_of_next(2, Command::RtCloseAckRequest) == 1);
  CHECK(slot_of_next(3, Command::RtMessageAckRequest) == 2);
  CHECK(slot_of_next(4, Command::RtMessageAckRequest) == 1);
  CHECK(stream::ChannelId{unit.journal.packets.back().session, 5}.slot() == 64 + 5);
}

TEST_CASE("a datagram is reported before what it ends, and after what ended before it", "[stream]") {
  struct Order : stream::ReceiverListener {
    std::vector<std::string> calls;
    void on_datagram(const stream::DatagramReport& report) override {
      calls.push_back("datagram " + std::to_string(report.header.sequence) +
                      (report.laser() != nullptr ? " with samples" : ""));
    }
    void on_dark(const stream::ChannelId&, stream::EndReason reason, Instant) override {
      calls.push_back("dark, " + std::string(to_string(reason)));
    }
    void on_channel_closed(const stream::ChannelId&, stream::EndReason, TimePoint) override {
      calls.emplace_back("channel closed");
    }
    void on_session_closed(const stream::SessionId&, stream::EndReason, TimePoint) override {
      calls.emplace_back("session closed");
    }
  } order;
  stream::Receiver receiver(example_config(), order);
  const auto feed = [&](std::uint16_t sequence, const Message& message, Command command, Duration at) {
    receiver.on_datagram(packet(command, sequence, encode(message)), kClient, kStart + at);
  };
  feed(1, opening_wave(0, 1), Command::RtMessage, 0ms);
  feed(2, opening_wave(1000, 2), Command::RtMessage, 1ms);
  feed(3, wave(2000), Command::RtClose, 2ms);
  feed(7, opening_wave(3000), Command::RtMessage, 3ms);
  feed(8, opening_wave(2'000'000), Command::RtMessage, 2s);
  CHECK(order.calls == Lines{"datagram 1 with samples", "dark, rerouted", "datagram 2 with samples",
                             "datagram 3 with samples", "dark, closed", "channel closed", "session closed",
                             "datagram 7 with samples", "dark, link time-out", "channel closed",
                             "session closed", "datagram 8 with samples"});
}

TEST_CASE("a close with a message on an unknown link is processed and closed again", "[stream]") {
  ReceiverFixture unit;
  const auto acknowledge = unit.ask(opening_wave(0), Command::RtCloseAckRequest);
  CHECK(acknowledge.result == AckResult::Accepted);
  CHECK(acknowledge.input_events == wire::input_event::kNew);
  CHECK(acknowledge.pipeline_events == (wire::pipeline_event::kRouted | wire::pipeline_event::kClosed));
  CHECK(acknowledge.status == 0);
  CHECK(unit.journal.chunks.size() == 1);
  CHECK(unit.journal.lines.back() == "end 1 closed at 0 ms");
}

TEST_CASE("an empty close or an abort on an unknown link does nothing", "[stream]") {
  ReceiverFixture unit;
  CHECK(unit.feed(packet(Command::RtClose, 1)).empty());
  CHECK(unit.feed(packet(Command::RtAbort, 1)).empty());
  CHECK(unit.ask_empty(Command::RtCloseAckRequest).result == AckResult::EmptyClose);
  CHECK(unit.journal.lines.empty());
}

TEST_CASE("packets that were lost ahead of an abort are reported with it", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.next_sequence += 2;
  unit.tell_empty(Command::RtAbort);
  const stream::DatagramReport& last = unit.journal.packets.back();
  CHECK(last.sequence.missing == 2);
  CHECK(last.input_events == (wire::input_event::kSequence | wire::input_event::kSequenceMissing));
}

TEST_CASE("a packet whose payload has an impossible size is reported with its number", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.feed(packet(Command::RtMessage, 77, Bytes(3)));
  CHECK(unit.journal.unreadable == std::vector<std::uint16_t>{77});
}

TEST_CASE("an abort takes effect whatever its sequence number", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.tell(wave(1000));
  unit.journal.take();
  const int number = GENERATE(102, 100, 101, 30000);
  unit.feed(packet(Command::RtAbort, static_cast<std::uint16_t>(number)));
  CHECK(unit.journal.take() ==
        Lines{"dark 1/0 aborted at 0 ms", "close 1/0 aborted at 0 ms", "end 1 aborted at 0 ms"});
}

TEST_CASE("a close that arrives twice or late does not end the session that follows", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.tell(wave(1000));
  unit.feed(packet(Command::RtClose, 100));
  unit.feed(packet(Command::RtClose, 99));
  CHECK(unit.receiver.session_count() == 1);
  unit.feed(packet(Command::RtClose, 102));
  CHECK(unit.receiver.session_count() == 0);
}

TEST_CASE("late configurations are not applied", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.next_sequence = 102;
  unit.tell(wave(1000));
  unit.next_sequence = 101;
  unit.tell(Message{.timestamp = 900, .config = kClosing});
  unit.next_sequence = 103;
  CHECK(unit.ask(wave(2000)).status == wire::ack_status::kOpenChannels);
}

TEST_CASE("a close that is newer than everything before takes effect whatever its number", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.next_sequence = 102;
  unit.tell(wave(1000));
  unit.journal.take();
  unit.next_sequence = GENERATE(as<std::uint16_t>{}, 100, 101);
  SECTION("of a channel") {
    unit.tell(Message{.timestamp = 1001, .config = kClosing});
    CHECK(unit.journal.take() == Lines{"dark 1/0 closed at 0 ms", "close 1/0 closed at 0 ms"});
    CHECK(unit.receiver.session_count() == 1);
  }
  SECTION("of the session with it") {
    unit.tell(Message{.timestamp = 1001, .config = kClosing}, Command::RtClose);
    CHECK(unit.receiver.session_count() == 0);
  }
  SECTION("but nothing else does") {
    unit.tell(wave(1001));
    unit.tell(Message{.timestamp = 1002, .config = routing(wire::ServiceMode::GraphicContinuous, 2)});
    CHECK(unit.journal.take().empty());
  }
  SECTION("and not a close that was sent before") {
    unit.tell(Message{.timestamp = 1000, .config = kClosing}, Command::RtClose);
    CHECK(unit.journal.take().empty());
    CHECK(unit.receiver.session_count() == 1);
  }
}

TEST_CASE("a source may hold a limited number of sessions, and so may all together", "[stream]") {
  auto config = example_config();
  config.max_sessions = 5;
  config.max_sessions_per_source = 2;
  ReceiverFixture unit(config);
  const auto connect = [&](std::uint32_t address, std::uint16_t port) {
    unit.source = Endpoint::ipv4(address, port);
    return unit.ask_empty().result;
  };
  CHECK(connect(1, 1000) == AckResult::Accepted);
  CHECK(connect(1, 1001) == AckResult::Accepted);
  CHECK(connect(1, 1002) == AckResult::Occupied);
  CHECK(connect(2, 1000) == AckResult::Accepted);
  CHECK(connect(3, 1000) == AckResult::Accepted);
  CHECK(connect(4, 1000) == AckResult::Accepted);
  CHECK(connect(5, 1000) == AckResult::Occupied);
  CHECK(unit.feed(packet(Command::RtMessage, 1), Endpoint::ipv4(5, 1000)).empty());
  CHECK(unit.receiver.stats().refused == 3);
  CHECK(connect(1, 1000) == AckResult::Accepted);

  unit.feed(packet(Command::RtAbort, 1), Endpoint::ipv4(1, 1001));
  CHECK(connect(1, 1002) == AckResult::Accepted);
  CHECK(unit.receiver.session_count() == 5);
}

TEST_CASE("a slot that is used again remembers nothing of its former client", "[stream]") {
  auto config = example_config();
  config.max_sessions = 1;
  ReceiverFixture unit(config);
  unit.tell(opening_wave(0xF000'0000));
  ++unit.next_sequence;
  unit.tell(wave(0xF000'8000));
  unit.feed(packet(Command::RtAbort, 1));
  unit.source = Endpoint::ipv4(9, 9);
  unit.next_sequence = 4000;
  const auto first = unit.ask(wave(0));
  CHECK(first.input_events == (wire::input_event::kNew | wire::input_event::kChannelClosed));
  CHECK(first.pipeline_events == wire::pipeline_event::kClosed);
  unit.ask(opening_wave(5));
  CHECK(unit.journal.chunks.back().chunk.media_us == 5);
  CHECK(unit.journal.chunks.back().chunk.placement.continuity == stream::ChunkContinuity::Start);
}

TEST_CASE("samples that the close has overtaken do not light up the output again", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.next_sequence = 103;
  unit.tell_empty(Command::RtClose);
  REQUIRE(unit.receiver.session_count() == 0);
  unit.advance(300ms);
  unit.next_sequence = 102;
  CHECK(unit.ask(opening_wave(1000)).result == AckResult::ProcessingFailure);
  CHECK(unit.receiver.session_count() == 0);
  CHECK(unit.receiver.stats().left_over == 1);

  // A later session of the same client does not belong to the closed one.
  SECTION("a higher number is a new show") {
    unit.next_sequence = 104;
  }
  SECTION("a number far away is a new show") {
    unit.next_sequence = 7;
  }
  SECTION("after the link time-out any number is") {
    unit.next_sequence = 102;
    unit.advance(701ms);
  }
  CHECK(unit.ask(opening_wave(5000)).result == AckResult::Accepted);
  CHECK(unit.receiver.session_count() == 1);
}

TEST_CASE("packet reports carry what the packet caused, acknowledged or not", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.next_sequence = 103;
  unit.tell(wave(5000));
  REQUIRE(unit.journal.packets.size() == 2);
  const auto& opening = unit.journal.packets[0];
  CHECK(opening.input_events == wire::input_event::kNew);
  CHECK(opening.pipeline_events == wire::pipeline_event::kRouted);
  CHECK(opening.header.sequence == 100);
  CHECK(opening.octets == 4 + 8 + 20 + 4 + 140);
  CHECK(opening.samples == 20);
  const auto& next = unit.journal.packets[1];
  CHECK(next.sequence.order == ArrivalOrder::AfterLoss);
  CHECK(next.sequence.missing == 2);
  CHECK(next.pipeline_events == wire::pipeline_event::kContinuity);
  CHECK(next.media_us == 5000);
}

}  // namespace
}  // namespace idn::test
