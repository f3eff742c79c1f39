// SPDX-License-Identifier: MIT
#include "latency/measure/marker_watch.hpp"

#include <algorithm>
#include <random>

#include "support/catch.hpp"

namespace idn::latency {
namespace {

using namespace std::chrono_literals;

/// A stream of datagrams of 30 samples, which last 1 ms and are shown 40 ms after their arrival.
struct WatchedStream {
  MarkerWatch watch;
  std::uint16_t sequence = 100;
  TimePoint now{1000s};
  std::int64_t media_us = 5'000'000;

  void send(std::span<const LaserSample> samples,
            stream::WavePlacement placement = {stream::ChunkContinuity::Exact, 0}, Duration late = 0ms) {
    const auto length = static_cast<std::uint32_t>(samples.size() * 1000 / 30);
    tell({.arrival = now + late,
          .playout = now + 40ms,
          .media_us = media_us,
          .duration_us = length,
          .placement = placement,
          .samples = samples});
    now += std::chrono::microseconds(length);
    media_us += length;
  }
  void tell(const stream::SampleChunk& chunk) {
    stream::DatagramReport report;
    report.content = chunk;
    tell_report(report);
  }
  void tell_report(stream::DatagramReport report) {
    report.header.sequence = sequence++;
    watch.on_datagram(report);
  }
};

std::vector<LaserSample> circle(MarkerPattern& pattern, std::size_t count) {
  std::vector<LaserSample> samples(count);
  pattern.draw(samples);
  return samples;
}

TEST_CASE("a marker is seen with the datagram, arrival and light of its first sample", "[latency]") {
  WatchedStream stream;
  MarkerPattern pattern({30'000});
  stream.send(circle(pattern, 30));
  auto samples = circle(pattern, 20);
  pattern.begin(4711);
  const auto marker = circle(pattern, 40);
  samples.insert(samples.end(), marker.begin(), marker.begin() + 10);
  const TimePoint arrival = stream.now;
  stream.send(samples);
  CHECK(stream.watch.seen().empty());
  stream.send(std::span(marker).subspan(10));
  REQUIRE(stream.watch.seen().size() == 1);
  const SeenMarker& seen = stream.watch.seen()[0];
  CHECK(seen.number == 4711);
  CHECK(seen.sequence == 101);
  CHECK(seen.arrived == arrival);
  CHECK(seen.shown == arrival + 40ms + Duration(1ms) * 20 / 30);
  CHECK(seen.in_time);
}

TEST_CASE("a marker with a gap in it is none", "[latency]") {
  WatchedStream stream;
  MarkerPattern pattern({30'000});
  pattern.begin(4711);
  const auto marker = circle(pattern, 60);
  stream.send(std::span(marker).first(20));
  stream.send(std::span(marker).subspan(20), {stream::ChunkContinuity::Gap, 1000});
  CHECK(stream.watch.seen().empty());
}

TEST_CASE("pictures that are repeated, skipped or torn are counted by their indices", "[latency]") {
  MarkerWatch watch;
  const auto show = [&](std::chrono::milliseconds at, const std::vector<LaserSample>& samples) {
    stream::DatagramReport report;
    report.content = stream::SampleChunk{.playout = TimePoint(at),
                                         .mode = wire::ServiceMode::GraphicDiscrete,
                                         .duration_us = 20'000,
                                         .samples = samples};
    watch.on_datagram(report);
  };
  const auto picture = [](std::uint16_t index) { return MarkerPattern::picture(200, std::nullopt, index); };
  show(0ms, picture(65'535));
  show(20ms, picture(0));
  show(70ms, picture(1));  // the one before was drawn two and a half times, to the end of the third pass
  show(90ms, picture(5));
  show(110ms, picture(5));
  auto torn = picture(6);
  const auto next = picture(7);
  std::ranges::copy(next.begin() + 100, next.end(), torn.begin() + 100);
  show(130ms, torn);
  show(150ms, MarkerPattern::picture(200, 4711));  // without an index
  show(170ms, picture(6));
  CHECK(watch.pictures().shown == 1 + 3 + 1 + 1 + 3);
  CHECK(watch.pictures().repeated == 2 + 1 + 2);
  CHECK(watch.pictures().skipped == 3);
  CHECK(watch.pictures().torn == 1);
  CHECK(watch.seen().size() == 1);
}

TEST_CASE("what arrives when it should have been shown is not in time", "[latency]") {
  WatchedStream stream;
  MarkerPattern pattern({30'000});
  pattern.begin(1);
  stream.send(circle(pattern, 30), {stream::ChunkContinuity::Exact, 0}, 40ms + 1us);
  REQUIRE(stream.watch.seen().size() == 1);
  CHECK_FALSE(stream.watch.seen()[0].in_time);
}

TEST_CASE("dark is what is dark, missing or late between the first light and the last", "[latency]") {
  WatchedStream stream;
  MarkerPattern pattern({30'000});
  const auto lit = circle(pattern, 30);
  const std::vector<LaserSample> dark(30);
  stream.send(dark);
  for (int i = 0; i < 6; ++i) stream.send(lit);
  CHECK(stream.watch.light().dark_share() == 0);
  stream.send(dark);
  stream.send(lit);
  CHECK(stream.watch.light().due == 8ms);
  CHECK(stream.watch.light().lit == 7ms);
  stream.send(lit, {stream::ChunkContinuity::Gap, 1000});
  CHECK(stream.watch.light().due == 10ms);
  CHECK(stream.watch.light().lit == 8ms);
  stream.send(lit, {stream::ChunkContinuity::Exact, 0}, 40ms + 500us);
  CHECK(stream.watch.light().due == 11ms);
  CHECK(stream.watch.light().lit == 8ms + 500us);
  for (int i = 0; i < 5; ++i) stream.send(dark);
  CHECK(stream.watch.light().due == 11ms);
}

TEST_CASE("each picture is looked at by itself, and one that is drawn again is seen again", "[latency]") {
  WatchedStream stream;
  const auto send_picture = [&](std::uint16_t number) {
    const auto picture = MarkerPattern::picture(300, number);
    stream.tell({.arrival = stream.now,
                 .playout = stream.now + 40ms,
                 .mode = wire::ServiceMode::GraphicDiscrete,
                 .duration_us = 10'000,
                 .samples = picture});
  };
  send_picture(1);
  send_picture(1);
  send_picture(2);
  REQUIRE(stream.watch.seen().size() == 3);
  CHECK(stream.watch.seen()[2].number == 2);
  CHECK(stream.watch.seen()[2].shown == stream.now + 40ms);
}

TEST_CASE("the earliest datagram tells how far the sender's time is from ours, for each axis", "[latency]") {
  WatchedStream stream;
  MarkerPattern pattern({30'000});
  const auto lit = circle(pattern, 30);
  const Duration behind = stream.now.time_since_epoch() - 5s;
  stream.send(lit, {stream::ChunkContinuity::Start, 0}, 300us);
  stream.send(lit, {stream::ChunkContinuity::Exact, 0}, 20us);
  stream.send(lit, {stream::ChunkContinuity::Exact, 0}, 500us);
  stream.media_us += 7'000'000;
  stream.send(lit, {stream::ChunkContinuity::Restart, 0});
  REQUIRE(stream.watch.earliest().size() == 2);
  CHECK(stream.watch.earliest()[0] == behind + 20us);
  CHECK(stream.watch.earliest()[1] == behind - 7s);
}

TEST_CASE("any samples in chunks of any length do no harm", "[latency]") {
  WatchedStream stream;
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    std::vector<LaserSample> samples(random() % 70);
    for (auto& sample : samples)
      (random() % 3 == 0 ? sample.r : random() % 2 == 0 ? sample.g : sample.b) = 0xFFFF;
    stream.send(samples,
                {static_cast<stream::ChunkContinuity>(random() % 6), static_cast<int>(random() % 5000) - 2500});
    if (random() % 10 == 0) stream.tell_report({});
  }
  CHECK(stream.watch.light().lit <= stream.watch.light().due);
}

}  // namespace
}  // namespace idn::latency
