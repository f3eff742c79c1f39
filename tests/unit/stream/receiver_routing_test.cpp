// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

using Lines = std::vector<std::string>;
using wire::ServiceMode;
using namespace wire::pipeline_event;

const Endpoint kOther = Endpoint::ipv4(0xC0A8010B, 40000);

TEST_CASE("service 0 is the one with the default flag, else the lowest ID of the mode", "[stream]") {
  auto config = example_config();
  std::swap(config.services[0], config.services[1]);
  const auto flagged = GENERATE(as<std::uint8_t>{}, 0, 1, 2);
  CAPTURE(flagged);
  for (auto& service : config.services)
    service.flags = service.service_id == flagged ? wire::ServiceMapEntry::kDefaultService : std::uint8_t{0};
  ReceiverFixture unit(config);
  unit.tell(opening_wave(0));
  CHECK(unit.journal.take() == Lines{"open 1", flagged == 2 ? "route 1/0 service 2" : "route 1/0 service 1"});
}

TEST_CASE("the later family members of a laser service play laser modes", "[stream]") {
  auto config = example_config();
  config.services = {{3, static_cast<wire::ServiceType>(0x82), 0, 0, {}}};
  ReceiverFixture unit(config);
  unit.tell(opening_wave(0));
  CHECK(unit.journal.take() == Lines{"open 1", "route 1/0 service 3"});
}

TEST_CASE("per source each source gets a laser by service 0, and keeps it", "[stream]") {
  auto config = example_config();
  config.per_source = true;
  ReceiverFixture unit(config);
  const Endpoint sources[] = {kClient, Endpoint::ipv4(kClient.ipv4_address(), 40'001),
                              Endpoint::ipv4(kClient.ipv4_address(), 40'002)};
  std::uint16_t sequence = 100;
  const auto ask = [&](int source) {
    unit.source = sources[source];
    unit.next_sequence = sequence += 10;
    return unit.ask(opening_wave(0)).pipeline_events;
  };
  const auto leave = [&](int source) {
    unit.source = sources[source];
    unit.next_sequence = sequence += 10;
    unit.ask_empty(wire::Command::RtCloseAckRequest);
  };
  CHECK(ask(0) == kRouted);
  CHECK(ask(1) == kRouted);
  CHECK(ask(2) == (kRouted | kServiceBusy));
  CHECK(unit.journal.take() == Lines{"open 1", "route 1/0 service 1", "open 2", "route 2/0 service 2", "open 3",
                                     "route 3/0 service 1 busy"});

  // Both leave, and return in the other order.
  leave(2);
  leave(0);
  leave(1);
  unit.journal.take();
  CHECK(ask(1) == kRouted);
  CHECK(ask(0) == kRouted);
  CHECK(unit.journal.take() == Lines{"open 4", "route 4/0 service 2", "open 5", "route 5/0 service 1"});

  // The one that comes gets the place of the one that left; who stays keeps its own.
  leave(0);
  CHECK(ask(2) == kRouted);
  CHECK(ask(0) == (kRouted | kServiceBusy));
  CHECK((ask(1) & (kRouted | kServiceBusy)) == 0);
  unit.journal.take();
  leave(1);
  unit.journal.take();
  CHECK(ask(0) == kRouted);
  CHECK(unit.journal.take().back() == "route 7/0 service 2");
}

TEST_CASE("per source a source has one laser, and IDs mean what they say", "[stream]") {
  auto config = example_config();
  config.per_source = true;
  ReceiverFixture unit(config);
  unit.tell(opening_wave(0));
  Message second = opening_wave(0);
  second.channel = 1;
  CHECK((unit.ask(second).pipeline_events & kServiceBusy) != 0);
  unit.source = kOther;
  CHECK((unit.ask(opening_wave(0, 1)).pipeline_events & kServiceBusy) != 0);
  CHECK(unit.ask(opening_wave(0, 2)).pipeline_events == kRouted);
}

TEST_CASE("a unit without services mutes every channel", "[stream]") {
  auto config = example_config();
  config.services.clear();
  ReceiverFixture unit(config);
  CHECK(unit.ask(opening_wave(0)).pipeline_events == (kRouted | kServiceUnknown));
  CHECK(unit.journal.chunks.empty());
}

TEST_CASE("a muted channel takes over when the service becomes free", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0));
  unit.source = kOther;
  CHECK(unit.ask(opening_wave(0)).pipeline_events == (kRouted | kServiceBusy));
  CHECK(unit.ask(wave(1000)).pipeline_events == kServiceBusy);
  CHECK(unit.ask(opening_wave(2000)).pipeline_events == kServiceBusy);
  CHECK(unit.journal.chunks.size() == 1);

  unit.source = kClient;
  unit.next_sequence = 101;
  unit.ask_empty(wire::Command::RtCloseAckRequest);
  unit.source = kOther;
  unit.next_sequence = 104;
  CHECK(unit.ask(wave(3000)).pipeline_events == kServiceBusy);
  CHECK(unit.ask(opening_wave(4000)).pipeline_events == kRouted);
  CHECK(unit.ask(wave(5000)).pipeline_events == 0);
  CHECK(unit.journal.chunks.size() == 3);
  CHECK(unit.journal.lines == Lines{"open 1", "route 1/0 service 1", "open 2", "route 2/0 service 1 busy",
                                    "dark 1/0 closed at 0 ms", "close 1/0 closed at 0 ms",
                                    "end 1 closed at 0 ms", "route 2/0 service 1"});
}

TEST_CASE("another service or mode reroutes the channel and frees the old service", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(0, 1));
  unit.journal.take();
  SECTION("other service") {
    CHECK(unit.ask(opening_wave(1000, 2)).pipeline_events == kRouted);
    CHECK(unit.journal.take() == Lines{"dark 1/0 rerouted at 0 ms", "route 1/0 service 2"});
    unit.source = kOther;
    CHECK(unit.ask(opening_wave(0, 1)).pipeline_events == kRouted);
  }
  SECTION("other mode") {
    CHECK(unit.ask(opening_frame(1000, 1)).pipeline_events == kRouted);
    CHECK(unit.journal.take() == Lines{"dark 1/0 rerouted at 0 ms", "route 1/0 service 1"});
  }
  SECTION("the same service by its default") {
    CHECK(unit.ask(opening_wave(1000, 0)).pipeline_events == 0);
    CHECK(unit.journal.take().empty());
  }
  SECTION("an unknown service") {
    CHECK(unit.ask(opening_wave(1000, 99)).pipeline_events == (kRouted | kServiceUnknown));
    CHECK(unit.journal.take() == Lines{"dark 1/0 rerouted at 0 ms", "route 1/0 service unknown"});
    CHECK(unit.ask(wave(2000)).pipeline_events == kServiceUnknown);
  }
}

TEST_CASE("channel IDs are local to their session", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(0, 1));
  unit.source = kOther;
  unit.tell(opening_wave(0, 2));
  CHECK(unit.journal.chunks.size() == 2);
  CHECK(unit.journal.chunks[0].id.session != unit.journal.chunks[1].id.session);
}

TEST_CASE("every channel ID can be opened", "[stream]") {
  ReceiverFixture unit;
  for (std::uint8_t channel = 0; channel < 64; ++channel) {
    Message message = opening_wave(0);
    message.channel = channel;
    CHECK((unit.ask(message).pipeline_events & kRouted) != 0);
  }
  CHECK(unit.journal.chunks.size() == 1);
  unit.tell({}, wire::Command::RtClose);
  CHECK(std::ranges::count_if(unit.journal.lines, [](auto& line) { return line.starts_with("close"); }) == 64);
}

TEST_CASE("a channel opened by a void message is dark until data comes", "[stream]") {
  ReceiverFixture unit;
  unit.tell(Message{.config = routing(ServiceMode::GraphicContinuous)});
  unit.tell(Message{.timestamp = 10, .config = kClosing});
  CHECK(unit.journal.take() == Lines{"open 1", "route 1/0 service 1", "close 1/0 closed at 0 ms"});
}

TEST_CASE("a channel that was closed starts anew with the next routing", "[stream]") {
  ReceiverFixture unit;
  unit.ask(opening_wave(50'000));
  unit.ask(Message{.timestamp = 51'000, .config = kClosing});
  CHECK(unit.ask(wave(51'000)).input_events == wire::input_event::kChannelClosed);
  CHECK(unit.ask(opening_wave(10'000)).pipeline_events == kRouted);
  CHECK(unit.journal.chunks.back().chunk.placement.continuity == stream::ChunkContinuity::Start);
}

}  // namespace
}  // namespace idn::test
