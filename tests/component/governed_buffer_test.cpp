// SPDX-License-Identifier: MIT
// idn_server --buffer auto in virtual time: its receiver and meters, fed through a network that jitters.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/repeats.hpp"
#include "truth/server_replay.hpp"
#include "unit/idn_parser/datagrams.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;

namespace {

constexpr int kGovernedSeconds = repeats(300, 60);

/// Delays of datagrams, one per ms, in order. The first ones are small, so that the receiver learns the
/// smallest delay.
std::vector<Duration> delays_of(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Duration> delays;
  Duration before{};
  for (int i = 0; i < kGovernedSeconds * 1000; ++i) {
    const double u = (static_cast<double>(random()) + 0.5) / 4294967296.0;
    const Duration drawn(std::llround(-std::log(u) * 1e6));
    before = std::max({before - 1ms, drawn, Duration{0}});
    delays.push_back(before);
  }
  return delays;
}

server::StreamFacts told_of(const std::vector<Duration>& delays, const server::DacOptions& output) {
  ServerReplay replay(output);
  for (std::size_t i = 0; i < delays.size(); ++i) {
    const auto number = static_cast<std::int64_t>(i);
    replay.take(datagram(static_cast<std::uint16_t>(i), {.channel = 0,
                                                         .timestamp_us = 5'000'000 + number * 1000,
                                                         .sample_octets = 70,
                                                         .has_config = i % 200 == 0,
                                                         .service_id = 1}),
                kClient, kServer, kStart + number * 1ms + delays[i]);
  }
  replay.finish();
  const auto facts = replay.facts();
  return facts.units.at(0).streams->finished().at(0);
}

}  // namespace

TEST_CASE("a buffer that is governed misses what it may, with little more than hindsight would take",
          "[server]") {
  const auto seed = GENERATE(range(1u, repeats(4u, 2u)));
  const auto delays = delays_of(seed);
  server::DacOptions output;
  REQUIRE(output.take_buffer("auto:1e-3"));
  const auto told = told_of(delays, output);
  auto sorted = delays;
  const auto may_miss = static_cast<std::ptrdiff_t>(delays.size() / 1000);
  std::ranges::nth_element(sorted, sorted.begin() + may_miss, std::greater<>{});
  const Duration enough = sorted[static_cast<std::size_t>(may_miss)];
  const Duration latency = told.output.latency.sum() / static_cast<std::int64_t>(delays.size());
  Duration delay{};
  for (const Duration each : delays) delay += each;
  delay /= static_cast<std::int64_t>(delays.size());
  CAPTURE(seed, enough.count(), (latency + delay).count(), told.output.late_chunks, told.output.underruns());
  CHECK(told.output.chunks == delays.size());
  CHECK(static_cast<double>(told.output.late_chunks) <= 1.3e-3 * static_cast<double>(delays.size()));
  // Not for the one minute of sanitizer builds, most of which the governor needs to learn.
  if (kGovernedSeconds >= 300) CHECK(latency + delay <= enough * 5 / 4);
  // Only late chunks cause darkness, also while the buffer shrinks.
  CHECK(told.output.underruns_gap == 0);
  CHECK(told.output.underruns_lost == 0);
  CHECK(told.output.overruns == 0);
}
