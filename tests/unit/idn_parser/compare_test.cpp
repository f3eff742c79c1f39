// SPDX-License-Identifier: MIT
#include "idn_parser/compare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/failure.hpp"
#include "datagrams.hpp"
#include "idn_parser/compare/comparison_report.hpp"
#include "idn_parser/compare/findings.hpp"
#include "idn_parser/compare/lines.hpp"
#include "idn_parser/compare/pairing.hpp"
#include "sample_report.hpp"
#include "support/catch.hpp"
#include "support/noise.hpp"
#include "support/repeats.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

constexpr Endpoint kRelay = Endpoint::ipv4(0x0A000003, 40'000);

/// A stream of one datagram per millisecond.
struct Journey {
  CaptureBuilder sent{};
  CaptureBuilder received{};
  Endpoint client = kClient;  ///< as the receiver sees it

  void send(int i) { sent.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i)); }
  void arrive(int i, Duration delay = 2ms) { arrive(wave_datagram(i), i, delay); }
  void arrive(const Octets& octets, int i, Duration delay = 2ms) {
    received.datagram(kStart + i * 1ms + delay, client, kServer, octets);
  }
  void pass(int i, Duration delay = 2ms) {
    send(i);
    arrive(i, delay);
  }
};

TrafficFingerprints passed(const CaptureBuilder& capture) {
  const TemporaryFile file(capture.octets());
  return read_fingerprints(file.path(), kIdnPort);
}

Comparison compared(const Journey& journey, bool same_clock = true) {
  const auto sent = passed(journey.sent), received = passed(journey.received);
  const auto pairs = pair_connections(sent, received, {});
  REQUIRE(pairs.size() == 1);
  return compare(sent.connections[pairs[0].sent], received.connections[pairs[0].received], same_clock);
}

}  // namespace

TEST_CASE("what arrives once, in order and unchanged has no findings", "[parser]") {
  Journey journey;
  for (int i = 0; i < 100; ++i) journey.pass(i);
  const auto comparison = compared(journey);
  CHECK(comparison.sent == 100);
  CHECK(comparison.arrived == 100);
  CHECK(comparison.lost == 0);
  CHECK(comparison.delay->min == 2ms);
  CHECK(comparison.delay->max == 2ms);
  CHECK(findings_of(comparison).empty());
}

TEST_CASE("loss is counted between the first and the last datagram that arrived, and in runs", "[parser]") {
  Journey journey;
  for (int i = 0; i < 100; ++i) {
    journey.send(i);
    const bool is_lost = i < 3 || i == 20 || (i >= 50 && i < 54) || i == 99;
    if (!is_lost) journey.arrive(i);
  }
  const auto comparison = compared(journey);
  CHECK(comparison.sent_before == 3);
  CHECK(comparison.sent_after == 1);
  CHECK(comparison.sent == 96);
  CHECK(comparison.lost == 5);
  CHECK(comparison.loss_runs == 2);
  CHECK(comparison.longest_loss_run == 4);
  CHECK(comparison.lost_share() == Approx(5.0 / 96));
  CHECK(texts_of(findings_of(comparison)) == std::vector<std::string>{"10.0.0.1:50000: 5 datagrams lost"});
}

TEST_CASE("a datagram that overtakes another one puts that out of order, by how many is told", "[parser]") {
  Journey journey;
  for (int i = 0; i < 10; ++i) journey.send(i);
  for (const int i : {0, 1, 3, 4, 5, 2, 6, 8, 7, 9}) journey.arrive(i);
  const auto comparison = compared(journey);
  CHECK(comparison.lost == 0);
  CHECK(comparison.reordered == 2);
  CHECK(comparison.farthest_reordered == 3);
}

TEST_CASE("further copies are duplicates, and a capture that records twice is told apart", "[parser]") {
  Journey journey;
  for (int i = 0; i < 10; ++i) {
    journey.pass(i);
    if (i == 4) journey.arrive(i), journey.arrive(i);
    if (i == 7) journey.send(i);
  }
  const auto comparison = compared(journey);
  CHECK(comparison.duplicates == 2);
  CHECK(comparison.recorded_twice == 1);
  CHECK(comparison.sent == 10);
  CHECK(comparison.lost == 0);
}

TEST_CASE("other content under the same sequence number is named, wherever it differs", "[parser]") {
  const std::size_t at = GENERATE(12, 100);  // in the timestamp, by which datagrams are matched; in a sample
  Journey journey;
  for (int i = 0; i < 10; ++i) {
    journey.send(i);
    auto octets = wave_datagram(i);
    if (i == 6) octets[at] ^= std::byte{1};
    journey.arrive(octets, i);
  }
  const auto comparison = compared(journey);
  CHECK(comparison.lost == 0);
  CHECK(comparison.strays == 0);
  REQUIRE(comparison.changed == 1);
  CHECK(comparison.changed_listed.at(0).sequence == 6);
  CHECK(comparison.changed_listed.at(0).sent_packet == 7);
  CHECK(comparison.changed_listed.at(0).received_packet == 7);
}

TEST_CASE("sequence numbers that come again after 65536 datagrams are not mixed up", "[parser]") {
  Journey journey;
  for (int i = 0; i < 70'000; ++i) {
    journey.send(i);
    // An outage of more than half the range of sequence numbers, within which they wrap.
    if (i < 10'000 || i >= 69'000) journey.arrive(i);
  }
  const auto comparison = compared(journey);
  CHECK(comparison.arrived == 11'000);
  CHECK(comparison.lost == 59'000);
  CHECK(comparison.loss_runs == 1);
  CHECK(comparison.reordered == 0);
  CHECK(comparison.delay->max == 2ms);
}

TEST_CASE("of datagrams that are alike, as keepalives are, the nearest is meant", "[parser]") {
  Fingerprints sent(10);
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i].position = 7 + static_cast<std::int64_t>(i) * 65536;
  const FingerprintIndex index(sent);
  CHECK(index.nearest(sent[0], 0) == 0);
  CHECK(index.nearest(sent[0], 4) == 4);
  CHECK(index.nearest(sent[0], 100) == 9);
  Fingerprints apart{sent[0], {.position = 8}, {.position = 9}, {.position = 10}, sent[1]};
  CHECK(FingerprintIndex(apart).nearest(sent[0], 1) == 0);
  CHECK(FingerprintIndex(apart).nearest(sent[0], 3) == 4);
}

TEST_CASE("what was not sent is a stray", "[parser]") {
  Journey journey;
  for (int i = 0; i < 10; ++i) journey.pass(i);
  journey.arrive(20);
  const auto comparison = compared(journey);
  CHECK(comparison.strays == 1);
  CHECK(comparison.arrived == 10);
}

TEST_CASE("the drift of the clocks is found and removed, what is left is the variation", "[parser]") {
  Journey journey;
  // The second clock is 5 s ahead and 50 ppm fast; every tenth datagram waits 300 us.
  for (int i = 0; i < 20'000; ++i) journey.pass(i, 5s + i * 50ns + (i % 10 == 9 ? 300us : 0us));
  const auto comparison = compared(journey, false);
  const auto& delay = *comparison.delay;
  CHECK(*delay.drift_ppm == Approx(50).margin(0.01));
  CHECK(delay.drift->is_significant());
  CHECK(delay.variation.p50->count() == Approx(0).margin(0.5));
  CHECK(delay.variation.p99->count() == Approx(300).margin(0.5));
  CHECK(delay.variation.deviation.count() == Approx(90).margin(0.5));
  CHECK(delay.min == 5s);

  const auto with_drift = compared(journey, true);
  CHECK_FALSE(with_drift.delay->drift_removed);
  CHECK(with_drift.delay->variation.max.count() == Approx(1299.95).margin(0.01));
}

TEST_CASE("delay that wanders is not taken for drift", "[parser]") {
  // Equal clocks; the delay is an Ornstein-Uhlenbeck process with 100 us and 0.3 s, over six seconds. Slopes
  // are up to tens of ppm, whereas the standard error computed for independent points would be 0.8 ppm.
  int false_drifts = 0;
  double largest_slope = 0;
  for (std::uint64_t seed = 1; seed <= repeats(8U, 2U); ++seed) {
    Noise noise(seed);
    const double decay = std::exp(-1.0 / 300);
    double state = noise.normal();
    Journey journey;
    for (int i = 0; i < 6000; ++i) {
      journey.pass(i, 5ms + Duration(std::llround(100e3 * state)));
      state = decay * state + std::sqrt(1 - decay * decay) * noise.normal();
    }
    const auto delay = *compared(journey, false).delay, as_clock_tells = *compared(journey, true).delay;
    REQUIRE(delay.drift);
    largest_slope = std::max(largest_slope, std::abs(delay.drift->ppm));
    CHECK(delay.drift_removed == delay.drift->is_significant());
    if (delay.drift_removed)
      ++false_drifts;
    else
      CHECK(delay.variation.deviation == as_clock_tells.variation.deviation);
  }
  CHECK(largest_slope > 10);
  CHECK(false_drifts <= 1);
}

TEST_CASE("a drift is told with its interval, and why it is removed or not", "[parser]") {
  const auto said = [](const Comparison& comparison) { return comparison_lines(comparison).back(); };
  Journey few, still, drifting, late;
  for (int i = 0; i < 100; ++i) late.pass(i, i < 50 ? 2ms : 3ms);
  CHECK(contains(said(compared(late, false)),
                 "(95 % interval cannot be told: the delay varies over more than a tenth"));
  for (int i = 0; i < 5; ++i) few.pass(i);
  for (int i = 0; i < 100; ++i) still.pass(i), drifting.pass(i, 2ms + i * 50ns);
  CHECK(contains(said(compared(few, false)), "too few datagrams to measure the drift"));
  CHECK(contains(said(compared(still, false)),
                 "their drift of +0.000 ppm (95 % interval +0.000 to +0.000 ppm) may be 0 and stays"));
  const std::string drift = "+50.000 ppm (95 % interval +50.000 to +50.000 ppm)";
  CHECK(contains(said(compared(drifting, false)), "the variation is free of their drift of " + drift));
  CHECK(contains(said(compared(drifting, true)), "no drift is removed; it is " + drift));
  CHECK(contains(to_html(ComparisonReport{"a", "b", {compared(drifting, false)}, {}}), drift));
  const auto json = nlohmann::json::parse(to_json(ComparisonReport{"a", "b", {compared(drifting, false)}, {}}));
  CHECK(json.at("schema") == 2);
  CHECK(json.at("connections").at(0).at("clock_drift_low_ppm").get<double>() == Approx(50));
  CHECK(json.at("connections").at(0).at("clock_drift_high_ppm").get<double>() == Approx(50));
  CHECK(json.at("connections").at(0).at("drift_removed") == true);
}

TEST_CASE("a relay that changes the client's address is seen through", "[parser]") {
  Journey journey;
  journey.client = kRelay;
  for (int i = 0; i < 10; ++i) journey.pass(i);
  const auto comparison = compared(journey);
  CHECK(comparison.arrived == 10);
  CHECK(comparison.received_key.client == kRelay);
}

TEST_CASE("connections that look alike have to be told apart by the user", "[parser]") {
  CaptureBuilder sent, received;
  for (int i = 0; i < 10; ++i) {
    sent.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i));
    for (const std::uint16_t port : {std::uint16_t{40'000}, std::uint16_t{40'001}})
      received.datagram(kStart + i * 1ms, Endpoint::ipv4(0x0A000003, port), kServer, wave_datagram(i));
  }
  const auto from = passed(sent), to = passed(received);
  CHECK_THROWS_AS(pair_connections(from, to, {}), cli::Failure);
  CHECK(pair_connections(from, to, {*parse_pair("1=2")}) == std::vector<Pair>{{0, 1}});
  CHECK_THROWS_AS(pair_connections(from, to, {*parse_pair("1=3")}), cli::Failure);
  CHECK_THROWS_AS(pair_connections(from, to, {*parse_pair("1=2"), *parse_pair("1=1")}), cli::Failure);
  for (const char* text : {"", "1", "1=", "=1", "0=1", "1=0", "a=b"}) CHECK_FALSE(parse_pair(text));
}

TEST_CASE("content that a capture does not hold is not called unchanged", "[parser]") {
  const std::uint32_t held = GENERATE(96u, 128u);  // octets captured: less, more than needed to match datagrams
  Journey journey;
  for (int i = 0; i < 10; ++i) {
    journey.send(i);
    journey.received.datagram(kStart + i * 1ms, kClient, kServer, wave_datagram(i), held);
  }
  const auto comparison = compared(journey);
  CHECK(comparison.arrived == 10);
  CHECK(comparison.changed == 0);
  CHECK(comparison.unverified == 10);
}

TEST_CASE("only the user says that both captures have one clock", "[parser]") {
  Journey journey;
  journey.pass(0);
  const auto said = [&](bool same_clock) {
    const auto lines = comparison_lines(compared(journey, same_clock));
    return std::ranges::any_of(
        lines, [](const auto& line) { return contains(line, "delays are correct, no drift is removed"); });
  };
  CHECK(said(true));
  CHECK_FALSE(said(false));
}

TEST_CASE("datagrams that were re-marked on the way are counted by both marks", "[parser]") {
  Journey journey;
  for (int i = 0; i < 10; ++i) journey.pass(i);
  auto sent = passed(journey.sent), received = passed(journey.received);
  for (auto& each : sent.connections[0].fingerprints) each.dscp = 46;
  for (std::size_t i = 0; i < 10; ++i)
    received.connections[0].fingerprints[i].dscp = i < 7 ? 0 : i < 9 ? 8 : 46;
  const auto comparison = compare(sent.connections[0], received.connections[0], true);
  CHECK(comparison.remarked == 9);
  const auto lines = comparison_lines(comparison);
  CHECK(std::ranges::count(lines, "re-marked on the way: 7 from EF to DF, 2 from EF to CS1") == 1);
  CHECK(findings_of(comparison).empty());
}

TEST_CASE("a comparison tells the same as text, JSON and page", "[parser]") {
  Journey journey;
  journey.client = kRelay;
  for (int i = 0; i < 100; ++i) {
    journey.send(i);
    if (i != 50) journey.arrive(i);
  }
  ComparisonReport outcome{
      "sent.pcap", "received.pcap", {compared(journey)}, {{FindingKind::Lost, "<finding>"}}};
  const auto text = to_text(outcome);
  CHECK(contains(text, "100 sent, 99 arrived, 1 (1 %) lost, in 1 run of up to 1"));
  CHECK(contains(text, "received as 10.0.0.3:40000 to 10.0.0.2:7255, group 0"));
  CHECK(text.ends_with("Verdict: 1 finding\n"));
  const auto json = nlohmann::json::parse(to_json(outcome));
  CHECK(json.at("connections").at(0).at("lost") == 1);
  CHECK(json.at("connections").at(0).at("clock_delay_mean_us") == 2000);
  CHECK(json.at("connections").at(0).at("received_as").at("client") == "10.0.0.3:40000");
  const auto page = to_html(outcome);
  CHECK(contains(page, "&lt;finding&gt;"));
  CHECK(count_of(page, "<svg") == 1);
}
