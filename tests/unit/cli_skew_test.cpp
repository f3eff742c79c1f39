// SPDX-License-Identifier: MIT
#include "cli/skew.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace idn;
using namespace idn::cli;
using namespace std::chrono_literals;

// Figures of whole captures are in tests/truth.

TEST_CASE("without two streams there is no skew", "[cli]") {
  SkewMeter meter;
  for (int i = 0; i < 3000; ++i) meter.add({1, 0}, {.at = i * 1ms, .media = i * 1ms, .is_configured = true});
  meter.finish();
  CHECK(meter.facts().is_empty());
  CHECK(skew_json(meter.facts()).is_null());
  CHECK(skew_text(meter.facts()).empty());
}

TEST_CASE("light that returns to two streams is a start, once it was away for half a second", "[cli]") {
  SkewMeter meter;
  const auto play = [&](Duration from) {
    for (Duration at = from; at < from + 100ms; at += 1ms) {
      meter.add({1, 0}, {.at = at, .media = std::chrono::floor<std::chrono::microseconds>(at)});
      meter.add({2, 0}, {.at = at + 30us, .media = std::chrono::floor<std::chrono::microseconds>(at)});
    }
  };
  play(0s);
  CHECK(meter.facts().start.count == 0);  // they may have begun before
  play(598ms);                            // 499 ms after the last
  play(1197ms);                           // 500 ms
  meter.finish();
  const SkewFacts facts = meter.facts().moved(1h);
  CHECK(facts.start.count == 1);
  CHECK(facts.start.max == 30us);
  CHECK(facts.start.max_at == 1h + 1197ms);
  CHECK(facts.running.count == 2);
  CHECK(facts.running.max == 0ns);
  CHECK(skew_text(meter.facts()) ==
        "2 streams began together, first to last p50 30 us, at most 30.0 us; 2 streams moved apart in 2 s by "
        "p50 0 "
        "us, at most 0.0 us");
}

TEST_CASE("what begins within a quarter of a second begins together", "[cli]") {
  SkewMeter meter;
  for (const auto& [stream, at] : {std::pair(0U, 0ms), {1U, 250ms}, {2U, 251ms}, {3U, 501ms}, {4U, 502ms}})
    meter.add({stream, 0}, {.at = at, .is_configured = true});
  meter.finish();
  CHECK(meter.facts().start.count == 2);
  CHECK(meter.facts().start.streams == 2);
  CHECK(meter.facts().start.max == 250ms);
}

TEST_CASE("what is silent for a minute makes room for other streams", "[cli]") {
  SkewMeter meter;
  const auto begin = [&](std::uint64_t first, std::size_t count, Duration at) {
    for (std::uint64_t stream = first; stream < first + count; ++stream)
      meter.add({stream, 0}, {.at = at, .is_configured = true});
  };
  begin(0, 2 * SkewMeter::kMostStreams, 0s);
  meter.add({0, 0}, {.at = 59s, .media = 59s});
  begin(5000, 100, 59s);  // no room
  meter.add({0, 0}, {.at = 60s, .media = 60s});
  meter.add({0, 0}, {.at = 61s, .media = 61s});
  begin(7000, 100, 61s);
  meter.finish();
  const SkewFacts facts = meter.facts();
  CHECK(facts.start.streams == SkewMeter::kMostStreams);
  CHECK(facts.start.count == 2);
  CHECK(facts.start.max == 0ns);
}
