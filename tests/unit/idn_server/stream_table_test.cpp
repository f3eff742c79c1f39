// SPDX-License-Identifier: MIT
#include "idn_server/stream_table.hpp"

#include <cmath>

#include "idn/wire/sample_codec.hpp"
#include "idn_server/report/event_rate_limiter.hpp"
#include "idn_server/report/reporter.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/near.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;
using stream::EndReason;

constexpr Duration kEpoch = 1'700'000'000s;

struct Observer : StreamObserver {
  std::vector<StreamFacts> started;
  std::vector<std::pair<StreamFacts, DarkEvent>> dark;
  void stream_started(const StreamFacts& stream) override { started.push_back(stream); }
  std::vector<StreamFacts> unplayed;
  void not_played(const StreamFacts& stream) override { unplayed.push_back(stream); }
  void went_dark(const StreamFacts& stream, const DarkEvent& event) override {
    dark.emplace_back(stream, event);
  }
};

/// A table that gets the events of a real receiver.
struct Bench {
  explicit Bench(stream::ReceiverConfig config = test::example_config(), const DacOptions& output = {})
      : table(observer, {}, output), receiver(std::move(config), table) {}

  Observer observer;
  StreamTable table;
  stream::Receiver receiver;
  TimePoint now = test::kStart;

  void feed(const std::vector<std::byte>& datagram, const Endpoint& from = test::kClient) {
    receiver.on_datagram(datagram, from, {now, kEpoch + now.time_since_epoch()});
    table.flush();
  }

  void send(std::uint16_t sequence, const test::Message& message, const Endpoint& from = test::kClient) {
    feed(test::packet(wire::Command::RtMessage, sequence, test::encode(message)), from);
  }

  /// Sends one datagram per millisecond.
  void stream(int datagrams, const Endpoint& from = test::kClient) {
    for (int i = 0; i < datagrams; ++i, now += 1ms) {
      const auto timestamp = static_cast<std::uint32_t>(i) * 1000;
      send(static_cast<std::uint16_t>(i), i == 0 ? test::opening_wave(timestamp) : test::wave(timestamp), from);
    }
  }

  void pass(Duration time) {
    now += time;
    receiver.on_deadline(now);
    table.flush();
  }
};

TEST_CASE("a stream is measured while it runs", "[server]") {
  Bench bench;
  bench.stream(11);
  const auto live = bench.table.live();
  REQUIRE(live.size() == 1);
  CHECK(live[0].id.session.key.source == test::kClient);
  CHECK(live[0].routing.service_id == 1);
  CHECK(live[0].summary.datagrams == 11);
  CHECK(live[0].summary.samples == 220);
  REQUIRE(live[0].summary.offsets);
  CHECK(live[0].summary.offsets->average.count() == 1000);
  REQUIRE(live[0].summary.target);
  CHECK(live[0].summary.target->on_target_share == 1);
  REQUIRE(bench.observer.started.size() == 1);
  CHECK(bench.observer.started[0].id == live[0].id);
}

TEST_CASE("a laser stream is judged by what the buffer of its output shows", "[server]") {
  Bench bench(test::buffering_config());
  bench.stream(100);
  CHECK(verdict_on(*bench.table.live().at(0).shown) == cli::Shown::Clean);
  bench.now += 2ms;
  for (int i = 102; i < 200; ++i, bench.now += 1ms)
    bench.send(static_cast<std::uint16_t>(i), test::wave(static_cast<std::uint32_t>(i) * 1000));
  const auto shown = bench.table.live().at(0).shown;
  REQUIRE(shown);
  CHECK(shown->buffer == 40ms);
  CHECK(verdict_on(*shown) == cli::Shown::Flickers);
  CHECK(shown->lost == 1);
  REQUIRE(shown->worst);
  CHECK(shown->worst->length == 2ms);
  CHECK(shown->worst->at == kEpoch + test::kStart.time_since_epoch() + 140ms);
}

TEST_CASE("a laser stream that ends by a time-out is marginal, one that is closed is clean", "[server]") {
  Bench bench(test::buffering_config());
  bench.stream(100);
  const bool closes = GENERATE(true, false);
  if (closes)
    bench.feed(test::packet(wire::Command::RtClose, 100));
  else
    bench.pass(10s);
  REQUIRE(bench.table.finished().size() == 1);
  const auto& shown = bench.table.finished().front().shown;
  REQUIRE(shown);
  CHECK(verdict_on(*shown) == (closes ? cli::Shown::Clean : cli::Shown::Marginal));
  CHECK(shown->doubt.empty() == closes);
}

TEST_CASE("streams of other modes are counted in their own units", "[server]") {
  Bench bench;
  const auto feed_example = [&](const char* name) {
    bench.feed(test::vector_file("idn/" + std::string(name) + ".hex"));
    const auto live = bench.table.live();
    REQUIRE(live.size() == 1);
    CHECK(live[0].summary.datagrams == 1);
    CHECK(bench.observer.started.size() == 1);
    return live[0];
  };
  SECTION("a DMX line") {
    const auto stream = feed_example("29-dmx-continuous-octet-segment");
    CHECK(stream.dmx.packets == 1);
    CHECK(stream.dmx.octets == 5);
    CHECK(cli::slots_text(stream.dmx.levels) == "slots 1 to 4");
    CHECK_FALSE(stream.shown);
    CHECK(stream.dmx.levels.slot(3).last == 0x7F);
    CHECK(stream.summary.samples == 0);
  }
  SECTION("dimmer levels") {
    const auto stream = feed_example("28-dmx-discrete-dimmer-levels");
    CHECK(stream.dmx.packets == 1);
    CHECK(stream.dmx.octets == 5);
    CHECK(cli::slots_text(stream.dmx.levels) == "slots 1 to 3 and 101 to 102");
    CHECK(stream.dmx.levels.slot(102).last == 0x14);
    CHECK_FALSE(stream.audio);
  }
  SECTION("audio") {
    const auto stream = feed_example("30-audio-open");
    CHECK(stream.summary.samples == 48);
    CHECK(stream.dmx.packets == 0);
    REQUIRE(stream.audio);
    REQUIRE(stream.audio->channels().size() == 2);
    CHECK(stream.audio->channels()[0].bits == 16);
    // Its highest value is 0x1F40, a quarter of 32000.
    CHECK(stream.audio->channels()[0].peak_dbfs.value() == test::Near{20 * std::log10(8000 / 32768.0)});
  }
}

TEST_CASE("a silent stream is told dark with moment, reason and silence", "[server]") {
  Bench bench;
  bench.stream(3);
  bench.pass(2s);
  REQUIRE(bench.observer.dark.size() == 1);
  const auto& [stream, event] = bench.observer.dark[0];
  CHECK(stream.summary.datagrams == 3);
  CHECK(event.reason == EndReason::LinkTimeout);
  CHECK(event.since_samples == 1s);
  CHECK(event.at == kEpoch + test::kStart.time_since_epoch() + 1002ms);
  CHECK(bench.table.live().empty());
  REQUIRE(bench.table.finished().size() == 1);
  CHECK(bench.table.finished()[0].ended == EndReason::LinkTimeout);
  CHECK(bench.table.finished()[0].dark_events == 1);
}

TEST_CASE("deviations are counted as the metrics of the stream count them", "[server]") {
  Bench bench;
  bench.send(0, test::opening_frame(0));
  // The second and the third have equal timestamps, so there is no expected offset.
  for (const auto& [sequence, timestamp] :
       {std::pair<std::uint16_t, std::uint32_t>{1, 10'000}, {2, 10'000}, {3, 30'000}}) {
    bench.now += 12ms;
    bench.send(sequence, test::frame(timestamp));
  }
  const auto live = bench.table.live();
  REQUIRE(live.size() == 1);
  CHECK(live[0].summary.offsets->count == 3);
  CHECK(live[0].deviations.total() == 2);
  CHECK(live[0].deviations.sum() == 2ms - 8ms);
  CHECK(live[0].deviations.absolute_sum() == 10ms);
}

TEST_CASE("the samples of the datagram that closes the channel count", "[server]") {
  Bench bench;
  auto message = test::opening_wave(0);
  message.config->close = true;
  bench.send(0, message);
  REQUIRE(bench.table.finished().size() == 1);
  CHECK(bench.table.finished()[0].summary.samples == 20);
  CHECK(bench.table.live().empty());
}

TEST_CASE("a channel that is opened again is a new stream", "[server]") {
  Bench bench;
  bench.stream(5);
  test::Message closing{.timestamp = 5000, .config = test::kClosing};
  bench.send(5, closing);
  bench.now += 500ms;
  bench.send(6, test::opening_wave(600'000));
  REQUIRE(bench.table.finished().size() == 1);
  CHECK(bench.table.finished()[0].summary.datagrams == 5);
  REQUIRE(bench.table.live().size() == 1);
  CHECK(bench.table.live()[0].summary.datagrams == 1);
  CHECK(bench.observer.started.size() == 2);
}

TEST_CASE("a session time-out and a new routing in one datagram are told apart", "[server]") {
  Bench bench;
  bench.stream(5);
  bench.now += 600ms;
  bench.feed(test::packet(wire::Command::RtMessage, 5));
  bench.now += 600ms;
  bench.send(6, test::opening_wave(2'000'000));
  REQUIRE(bench.table.finished().size() == 1);
  CHECK(bench.table.finished()[0].ended == EndReason::SessionTimeout);
  REQUIRE(bench.table.live().size() == 1);
  CHECK(bench.table.live()[0].summary.datagrams == 1);
}

TEST_CASE("lost numbers are counted and forgiven when they come late", "[server]") {
  Bench bench;
  bench.stream(5);
  bench.send(8, test::wave(8000));
  CHECK(bench.table.live()[0].lost == 3);
  bench.send(6, test::wave(6000));
  bench.send(6, test::wave(6000));
  const auto stream = bench.table.live()[0];
  CHECK(stream.lost == 2);
  CHECK(stream.late == 1);
  CHECK(stream.duplicates == 1);
  CHECK(stream.summary.datagrams == 7);
  CHECK(stream.summary.late == 1);
  // Outputs without buffer have no lateness, but the chunk is dropped as late.
  CHECK(stream.too_late.datagrams == 1);
}

TEST_CASE("a datagram that a close has overtaken is late, and neither lost nor shown", "[server]") {
  Bench bench;
  bench.stream(5);
  SECTION("that of the session") {
    bench.feed(test::packet(wire::Command::RtClose, 6, {}));
  }
  SECTION("that of its channel") {
    bench.send(6, {.timestamp = 6000, .config = test::kClosing});
  }
  REQUIRE(bench.table.finished().size() == 1);
  CHECK(bench.table.finished()[0].lost == 1);
  bench.now += 2ms;
  bench.send(5, test::wave(5000));
  bench.send(5, test::wave(5000));
  CHECK(bench.table.live().empty());
  const auto& stream = bench.table.finished()[0];
  CHECK(stream.lost == 0);
  CHECK(stream.late == 1);
  CHECK(stream.duplicates == 1);
  CHECK(stream.summary.datagrams == 5);
  CHECK(bench.table.services().at(1).lost == 0);
}

TEST_CASE("a packet whose size is damaged took its number, and is not lost", "[server]") {
  Bench bench;
  bench.stream(5);
  // It announces 32767 octets.
  bench.feed(test::packet(wire::Command::RtMessage, 5, test::from_hex("7FFF 80 01 00001388 00 0003E8")));
  bench.send(6, test::wave(6000));
  CHECK(bench.table.live()[0].lost == 0);
  CHECK(bench.table.live()[0].summary.datagrams == 6);
}

TEST_CASE("of a frame in fragments the first one is a datagram, and all samples count", "[server]") {
  Bench bench;
  for (const auto* name : {"20-frame-open-entire", "21-frame-first-fragment", "22-frame-sequel-middle",
                           "23-frame-sequel-last", "24-frame-empty"}) {
    bench.feed(test::vector_file(std::string("idn/") + name + ".hex"));
    bench.now += 1ms;
  }
  REQUIRE(bench.table.live().size() == 1);
  const auto summary = bench.table.live()[0].summary;
  CHECK(summary.datagrams == 2);
  CHECK(summary.samples == 17);
  CHECK(summary.display == 15ms);
}

TEST_CASE("of many finished streams the longest are kept and the rest is summed up", "[server]") {
  Bench bench;
  bench.stream(50, Endpoint::ipv4(7, 7));
  bench.pass(1s);
  constexpr std::uint64_t kShort = 300;
  for (std::uint64_t i = 0; i < kShort; ++i) {
    bench.stream(2, Endpoint::ipv4(1, static_cast<std::uint16_t>(1000 + i)));
    bench.pass(1s);
  }
  CHECK(bench.table.finished().size() == StreamTable::kFinishedKept);
  CHECK(bench.table.finished().front().summary.datagrams == 50);
  const StreamTotals& merged = bench.table.merged();
  CHECK(merged.streams == kShort + 1 - StreamTable::kFinishedKept);
  CHECK(merged.datagrams == 2 * merged.streams);
  CHECK(merged.samples == 40 * merged.streams);
  CHECK(merged.dark_events == merged.streams);
}

TEST_CASE("the last dark events of a stream are kept, all are counted", "[server]") {
  Bench bench;
  bench.send(0, test::opening_wave(0));
  for (std::uint16_t i = 1; i <= 40; i = static_cast<std::uint16_t>(i + 2)) {
    auto wrong = test::wave(i * 1000u);
    wrong.data = test::chunk(20, 1000, false, 3);
    bench.send(i, wrong);
    bench.send(static_cast<std::uint16_t>(i + 1), test::opening_wave(i * 1000u + 1000u));
  }
  const auto stream = bench.table.live()[0];
  CHECK(stream.dark_events == 20);
  CHECK(stream.last_dark_events.size() == StreamTable::kDarkEventsKept);
  CHECK(stream.last_dark_events[0].reason == EndReason::ConfigurationLost);
}

TEST_CASE("a muted channel is no stream", "[server]") {
  Bench bench;
  bench.stream(2);
  bench.send(0, test::opening_wave(0), Endpoint::ipv4(9, 9));
  CHECK(bench.table.live().size() == 1);
}

TEST_CASE("a stream that does not get its service is told once, and its packets are counted", "[server]") {
  Bench bench;
  bench.stream(2);
  const Endpoint second = Endpoint::ipv4(9, 9), third = Endpoint::ipv4(10, 10);
  for (std::uint16_t i = 0; i < 3; ++i) {
    bench.send(i, test::opening_wave(i * 1000u), second);
    bench.send(i, test::opening_wave(i * 1000u, 77), third);
  }
  bench.send(3, test::wave(3000), third);
  REQUIRE(bench.observer.unplayed.size() == 2);
  CHECK(bench.observer.unplayed[0].id.session.key.source == second);
  CHECK(bench.observer.unplayed[0].routing.outcome == stream::RoutingOutcome::ServiceBusy);
  CHECK(bench.observer.unplayed[1].id.session.key.source == third);
  CHECK(bench.observer.unplayed[1].routing.outcome == stream::RoutingOutcome::ServiceUnknown);
  CHECK(bench.observer.unplayed[0].routing.asked_service_id() == 1);  // the default service
  CHECK(bench.observer.unplayed[1].routing.asked_service_id() == 77);
  CHECK(bench.table.outcomes().played == 2);
  CHECK(bench.table.outcomes().service_busy == 3);
  CHECK(bench.table.outcomes().service_unknown == 4);
}

TEST_CASE("samples are those of the datagrams, and what came too late is told", "[server]") {
  DacOptions output{.buffer = 5ms};
  output.late = GENERATE(analysis::LateDatagramPolicy::Drop, analysis::LateDatagramPolicy::Play);
  const bool drops = output.late == analysis::LateDatagramPolicy::Drop;
  auto config = test::buffering_config();
  config.playout = output.playout();
  config.late = output.late;
  Bench bench(config, output);
  bench.stream(10);
  // 10 and 11 are swapped; 12 to 19 are delayed by 7 ms, so that two are too late.
  const auto send = [&](std::uint16_t i) { bench.send(i, test::wave(i * 1000u)); };
  send(11);
  bench.now += 1ms;
  send(10);
  bench.now += 8ms;
  for (std::uint16_t i = 12; i < 20; ++i) send(i);
  const auto stream = bench.table.live().at(0);
  CHECK(stream.summary.datagrams == 20);
  CHECK(stream.summary.samples == 400);
  CHECK(stream.lost == 0);
  CHECK(stream.late == 1);
  CHECK(stream.too_late.datagrams == (drops ? 3 : 2));
  CHECK(stream.too_late.samples == (drops ? 60 : 40));
  CHECK(stream.output.late_chunks == (drops ? 3 : 2));
  CHECK(stream.output.late == (drops ? 3ms : 2ms));
  CHECK(total_of(bench.table).too_late.samples == stream.too_late.samples);
}

TEST_CASE("a loss that a datagram of another channel reveals is the cause of the dark", "[server]") {
  DacOptions output{.buffer = 5ms};
  auto config = test::buffering_config();
  config.playout = output.playout();
  Bench bench(config, output);
  auto other = test::opening_wave(0, 2);
  other.channel = 1;
  bench.send(0, test::opening_wave(0, 1));
  bench.send(1, other);
  // Number 2, of channel 0 at 1 ms, is lost.
  other = test::wave(1000);
  other.channel = 1;
  bench.send(3, other);
  bench.send(4, test::wave(2000));
  bench.feed(test::packet(wire::Command::RtClose, 5));
  for (const auto& stream : bench.table.finished()) {
    CAPTURE(int{stream.id.channel});
    CHECK(stream.output.underruns_lost == (stream.id.channel == 0 ? 1 : 0));
    CHECK(stream.output.underruns() == stream.output.underruns_lost);
  }
}

TEST_CASE("packets that are late, unusable or without samples are told apart", "[server]") {
  Bench bench;
  bench.stream(3);
  bench.send(1, test::wave(1000));
  auto foreign = test::wave(3000);
  foreign.data = test::chunk(20, 1000, false, 3);
  bench.send(3, foreign);
  bench.send(4, test::Message{.channel = 9, .type = wire::ChunkType::Wave, .data = test::chunk(20, 1000)});
  bench.feed(test::packet(wire::Command::RtMessage, 5));
  bench.feed(test::packet(wire::Command::RtClose, 6));
  const PacketOutcomes& outcomes = bench.table.outcomes();
  CHECK(outcomes.played == 3);
  CHECK(outcomes.outdated == 1);
  CHECK(outcomes.unusable[0] == 1);  // of another configuration
  CHECK(outcomes.unusable[1] == 1);  // without one
  CHECK(without_samples(bench.receiver.stats(), outcomes) == 2);
}

TEST_CASE("events beyond the limit are held back and counted until the next second", "[server]") {
  Observer observer;
  EventRateLimiter gate(observer, 3);
  for (int i = 0; i < 10; ++i) gate.stream_started({});
  CHECK(observer.started.size() == 3);
  CHECK(gate.held_back() == 7);
  gate.refill();
  gate.not_played({});
  CHECK(observer.unplayed.size() == 1);
  gate.went_dark({}, {});
  CHECK(observer.dark.size() == 1);
  CHECK(gate.held_back() == 7);
}

}  // namespace
}  // namespace idn::server
