// SPDX-License-Identifier: MIT
#include "idn_parser/merge/merged.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "datagrams.hpp"
#include "idn_parser/analyse.hpp"
#include "sample_report.hpp"
#include "support/catch.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

/// A run of `count` datagrams, all but the last one a millisecond after the one before.
MeasuredRun run_of(const std::string& name, int count, Duration last_offset,
                   std::uint16_t client_port = 50'000) {
  CaptureBuilder capture;
  const auto client = Endpoint::ipv4(0x0A000001, client_port);
  for (int i = 0; i < count; ++i) {
    const Duration late = i == count - 1 ? last_offset - 1ms : 0ms;
    capture.datagram(1'700'000'000s + i * 1ms + late, client, kServer, wave_datagram(i));
  }
  const TemporaryFile file(capture.octets());
  return {name, analyse({.files = {file.path()}, .keep_deviations = true})};
}

/// A run of frames of three datagrams each; the last frame is late by `late`.
MeasuredRun frames_of(const std::string& name, int count, Duration period, Duration late) {
  CaptureBuilder capture;
  std::uint16_t sequence = 0;
  for (int i = 0; i < count; ++i)
    for (int n = 0; n < 3; ++n)
      capture.datagram(
          1'700'000'000s + i * period + n * 30us + (i == count - 1 ? late : 0ms), kClient, kServer,
          datagram(sequence++, {.type = n == 0 ? wire::ChunkType::FrameFirst : wire::ChunkType::FrameSequel,
                                .timestamp_us = i * (period / 1us),
                                .duration_us = 25'000,
                                .has_config = n == 0,
                                .is_last_fragment = n == 2,
                                .mode = wire::ServiceMode::GraphicDiscrete}));
  const TemporaryFile file(capture.octets());
  return {name, analyse({.files = {file.path()}, .keep_deviations = true})};
}

}  // namespace

TEST_CASE("merged runs count their offsets together, scaled to a minute", "[parser]") {
  const auto group = merge("Linux", {run_of("a", 3001, 1ms, 50'000), run_of("b", 2001, 3ms, 50'001)});
  REQUIRE(group.streams.size() == 1);
  CHECK(group.findings.empty());
  const auto& stream = group.streams[0];
  const auto& all = stream.all;
  CHECK(stream.runs.size() == 2);
  CHECK(all.summary.datagrams == 5002);
  CHECK(all.summary.measured == 3000ms + 2002ms);
  CHECK(all.histogram.total() == 5000);
  CHECK(all.histogram.count_at(1000us) == 4999);
  CHECK(all.histogram.count_at(3000us) == 1);
  CHECK(all.summary.expected == 1ms);
  CHECK(all.summary.offsets->average.count() == Approx(1000.4));
  CHECK(all.summary.offsets->max == 3ms);
  CHECK(all.summary.target->on_target_share == Approx(4999.0 / 5000));
  CHECK(all.summary.target->peak_period_jitter == 2ms);
  CHECK(all.summary.clock->long_term_jitter == 1ms);
  CHECK(all.deviations->p99 == 0us);
  CHECK(stream.per_minute() == Approx(60 / 5.002));
}

TEST_CASE("mean, spread and interval count each run once", "[parser]") {
  // Of 100 offsets one is 3, 5 and 1 ms: averages of 1020, 1040 and 1000 us.
  const std::vector groups{
      merge("Linux", {run_of("a", 101, 3ms), run_of("b", 101, 5ms), run_of("c", 101, 1ms)})};
  const auto& between = groups[0].streams.at(0).between;
  const auto average =
      std::ranges::find(between, "average_offset_us", [](const auto& b) { return b.metric->name; });
  REQUIRE(average != between.end());
  CHECK(average->mean == Approx(1020));
  CHECK(average->spread == Approx(20));
  CHECK(average->margin == Approx(4.303 * 20 / std::sqrt(3.0)));
  const auto text = to_text(groups);
  CHECK(contains(text, "mean of runs"));
  CHECK(contains(text, "49.687"));
  const auto json = nlohmann::json::parse(to_json(groups)).at("groups").at(0).at("streams").at(0);
  CHECK(json.at("between_runs").at("average_offset_us").at("spread") == Approx(20));
  CHECK(merge("Linux", {run_of("a", 101, 3ms)}).streams.at(0).between.empty());
}

TEST_CASE("jitter is that of the worst run, since each begins anew", "[parser]") {
  const auto group = merge("Linux", {run_of("a", 100, 3ms), run_of("b", 100, 4ms), run_of("c", 100, 2ms)});
  const auto& clock = *group.streams.at(0).all.summary.clock;
  CHECK(clock.long_term_jitter == 1500us);
  CHECK(clock.start_delay == 3ms);
  CHECK(*clock.smallest_buffer == Approx(3));
  CHECK_FALSE(clock.rate_error_ppm);
}

TEST_CASE("frames of several runs have the period they have in common", "[parser]") {
  const std::vector runs{frames_of("a", 26, 40ms, 0ms), frames_of("b", 51, 40ms, 3ms)};
  const auto group = merge("Show", runs);
  const auto& all = group.streams.at(0).all;
  CHECK(all.frames->frames == 77);
  CHECK(all.frames->most_datagrams == 3);
  CHECK(all.frames->largest_spread == 60us);
  CHECK(all.frames->period == 40ms);
  CHECK(all.summary.offsets->max == 43ms);
  CHECK(all.summary.expected == 40ms);
  REQUIRE(all.summary.target);
  CHECK(all.summary.target->on_target_share == Approx(74.0 / 75));
  CHECK(all.summary.target->peak_period_jitter == 3ms);
  CHECK(all.deviations->p50 == 0us);
  CHECK(all.distribution.back().deviation == 3ms);
  // The histogram extends to the period, as that of a report.
  CHECK(contains(to_text({group}), "  40000 >|"));
  // A single run has the numbers of its report.
  const auto alone = merge("Show", {runs[1]}).streams.at(0).all;
  CHECK(alone.summary.expected == runs[1].report.streams[0].summary.expected);
  CHECK(alone.deviations->p99 == runs[1].report.streams[0].deviations->p99);
}

TEST_CASE("frames whose runs have different periods have no common one", "[parser]") {
  const std::vector groups{merge("Show", {frames_of("a", 26, 40ms, 0ms), frames_of("b", 26, 33ms, 0ms)})};
  CHECK(groups[0].streams.at(0).all.summary.target->on_target_share == 1);
  const auto all = nlohmann::json::parse(to_json(groups)).at("groups").at(0).at("streams").at(0).at("all");
  CHECK(all.at("frame_pace").at("period_us") == 0);
  CHECK(all.at("frame_pace").at("frames") == 52);
}

TEST_CASE("what happened in the runs is counted together", "[parser]") {
  auto run = run_of("a", 10, 1ms);
  auto& stream = run.report.streams[0];
  stream.bursts.bursts.add({});
  stream.bursts = {.bursts = stream.bursts.bursts, .catch_ups = 1, .batches = 2, .ahead = 3, .longest = 4};
  stream.media_gaps.gaps.add({});
  stream.media_gaps.largest = 5ms;
  stream.configuration_gaps.add({});
  stream.largest_configuration_gap = 300ms;
  stream.ahead.messages.add({});
  stream.pipeline_events = {};
  stream.pipeline_events.add(1);
  const std::vector groups{merge("Show", {run, run})};
  const auto all = nlohmann::json::parse(to_json(groups)).at("groups").at(0).at("streams").at(0).at("all");
  CHECK(all.at("bursts") == nlohmann::json::parse(R"({"count": 2, "catch_ups": 2, "batches": 4, "ahead": 6,
                                                      "longest": 4, "first": []})"));
  CHECK(all.at("media_gaps").at("count") == 2);
  CHECK(all.at("media_gaps").at("largest_us") == 5000);
  CHECK(all.at("configuration_gaps").at("count") == 2);
  CHECK(all.at("configuration_gaps").at("largest_us") == 300'000);
  CHECK(all.at("ahead_of_timestamp").at("count") == 2);
  CHECK(all.at("receiver_pipeline_events").begin().value() == 2);
}

TEST_CASE("a stream that not every run has, and what was wrong in a run, are findings", "[parser]") {
  auto other = run_of("b", 11, 1ms);
  other.report.streams.front().channel = 7;
  other.report.findings.push_back({FindingKind::Lost, "something"});
  const auto group = merge("Linux", {run_of("a", 10, 1ms), other});
  CHECK(group.streams.size() == 2);
  CHECK(texts_of(group.findings) ==
        std::vector<std::string>{"b: something", "Linux: group 0, channel 0 is in 1 of 2 runs only",
                                 "Linux: group 0, channel 7 is in 1 of 2 runs only"});
}

TEST_CASE("several streams of one key are merged in the order of each run", "[parser]") {
  const auto show_of = [](const std::string& name) {
    auto run = run_of(name, 10, 1ms, name == "a" ? 50'000 : 50'001);
    for (const int count : {20, 30}) run.report.streams.push_back(run_of(name, count, 1ms).report.streams[0]);
    return run;
  };
  const auto group = merge("Show", {show_of("a"), show_of("b")});
  REQUIRE(group.streams.size() == 3);
  CHECK(group.findings.empty());
  for (std::size_t i = 0; i < 3; ++i) CHECK(group.streams[i].all.summary.datagrams == 20 * (i + 1));
}

TEST_CASE("merged groups tell the same as text, JSON and page", "[parser]") {
  const std::vector<RunGroup> groups{merge("<Linux>", {run_of("a", 3001, 1ms), run_of("b", 3001, 3ms)}),
                                     merge("Windows", {run_of("c", 11, 1ms)})};
  const auto text = to_text(groups);
  CHECK(text.starts_with("<Linux>\n"));
  CHECK(contains(text, "  all             6.002       6002        99.98"));
  const auto json = nlohmann::json::parse(to_json(groups));
  CHECK(json.at("groups").at(0).at("streams").at(0).at("all").at("datagrams") == 6002);
  CHECK(json.at("groups").at(0).at("streams").at(0).at("runs").at(1).at("file") == "b");
  const auto page = to_html(groups, "A & B");
  CHECK(contains(page, "<h1>A &amp; B</h1>"));
  CHECK(contains(page, "<h2>&lt;Linux&gt;</h2>"));
  CHECK(contains(page, "Datagrams per 60 s"));
  // 5999 offsets of 6.002 s.
  CHECK(contains(page, "<title>1000 to 1100 us: 59970</title>"));
  CHECK(count_of(page, "<svg") == 4);
}

TEST_CASE("merging nothing is no crash", "[parser]") {
  CHECK(merge("none", {}).streams.empty());
  CHECK(to_text(std::vector<RunGroup>()) == "\nVerdict: no findings\n");
}
