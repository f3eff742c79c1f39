// SPDX-License-Identifier: MIT
// The same traffic through idn_server's receiver and meters, in virtual time, and through idn_parser's
// playback: both report the same.
#include <algorithm>
#include <random>

#include "idn_parser/analyse.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/repeats.hpp"
#include "truth/server_replay.hpp"
#include "unit/idn_parser/datagrams.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using analysis::LateDatagramPolicy;

namespace {

struct Arrival {
  Duration at{};  ///< since kStart
  Octets datagram;
};
using Plan = std::vector<Arrival>;

/// The results of a receiver for one channel.
struct Story {
  Duration played{}, dark{}, longest_dark{}, late{}, overrun{};
  std::uint64_t late_chunks = 0, underruns_late = 0, underruns_lost = 0, underruns_gap = 0, overruns = 0;

  friend bool operator==(const Story&, const Story&) = default;
};

std::ostream& operator<<(std::ostream& out, const Story& s) {
  return out << "played " << s.played.count() << " dark " << s.dark.count() << " longest "
             << s.longest_dark.count() << " late " << s.late.count() << " in " << s.late_chunks << " overrun "
             << s.overrun.count() << "; underruns " << s.underruns_late << " late " << s.underruns_lost
             << " lost " << s.underruns_gap << " gap, overruns " << s.overruns;
}

void add(const server::StreamFacts& stream, Story& story) {
  const auto& output = stream.output;
  story.played += output.shown;
  story.dark += output.dark;
  story.longest_dark = std::max(story.longest_dark, output.longest_dark);
  story.late += output.late;
  story.overrun += output.overrun;
  story.late_chunks += output.late_chunks;
  story.underruns_late += output.underruns_late;
  story.underruns_lost += output.underruns_lost;
  story.underruns_gap += output.underruns_gap;
  story.overruns += output.overruns;
  // What the first page says; all samples are lit.
  REQUIRE(stream.shown);
  CHECK(stream.shown->played == output.shown);
  CHECK(stream.shown->dark == output.dark);
  CHECK(stream.shown->times() == output.underruns());
  CHECK((stream.shown->worst ? stream.shown->worst->length : Duration{}) == output.longest_dark);
  CHECK(stream.shown->overruns == output.overruns);
}

/// Results of idn_server by channel; streams of a channel that was closed and opened again are added up.
std::array<Story, 2> told_by_server(const Plan& plan, const server::DacOptions& output) {
  ServerReplay replay(output);
  for (const auto& [at, datagram] : plan) replay.take(datagram, kClient, kServer, kStart + at);
  replay.finish();
  std::array<Story, 2> stories;
  const auto facts = replay.facts();
  for (const auto& unit : facts.units) {
    CHECK(unit.streams->live().empty());
    for (const auto& stream : unit.streams->finished()) add(stream, stories.at(stream.id.channel));
  }
  return stories;
}

std::array<Story, 2> told_by_parser(const Plan& plan, const server::DacOptions& output) {
  CaptureBuilder capture;
  for (const auto& [at, datagram] : plan) capture.datagram(kStart + at, kClient, kServer, datagram);
  const TemporaryFile file(capture.octets());
  const auto report = parser::analyse(
      {.files = {file.path()},
       .playback = parser::PlaybackOptions{.buffer = {.target = output.buffer, .capacity = 2 * output.buffer},
                                           .clock_error_ppb = output.playout().clock_error_ppb,
                                           .late = output.late}});
  std::array<Story, 2> stories;
  for (const auto& stream : report.streams) {
    REQUIRE(stream.playback);
    const auto& totals = stream.playback->totals;
    REQUIRE(stream.shown);
    CHECK(stream.shown->played == totals.played);
    CHECK(stream.shown->dark >= totals.dark);  // and dark after time-outs, where idn_server begins a new stream
    CHECK(stream.shown->overruns == totals.overruns);
    stories.at(stream.channel) = {.played = totals.played,
                                  .dark = totals.dark,
                                  .longest_dark = totals.longest_dark,
                                  .late = totals.late,
                                  .overrun = totals.overrun,
                                  .late_chunks = totals.late_chunks,
                                  .underruns_late = totals.underruns_late,
                                  .underruns_lost = totals.underruns_lost,
                                  .underruns_gap = totals.underruns_gap,
                                  .overruns = totals.overruns};
  }
  return stories;
}

/// A chunk of 1 ms; each channel is routed to a service of its own.
Octets chunk(int number, int channel, std::int64_t media_us, bool configures, bool closes = false) {
  return datagram(static_cast<std::uint16_t>(number), {.channel = static_cast<std::uint8_t>(channel),
                                                       .timestamp_us = media_us,
                                                       .sample_octets = 70,
                                                       .has_config = configures || closes,
                                                       .closes_channel = closes,
                                                       .service_id = static_cast<std::uint8_t>(channel + 1)});
}

/// Four seconds of two channels through a bad network: loss, also in bursts, datagrams late or duplicated by up
/// to 900 ms, jitter, stalls, empty packets, sequence numbers that wrap, a channel that is closed with its last
/// samples and opened again, and a silence longer than the link time-out.
class RoughPlan {
 public:
  explicit RoughPlan(std::uint32_t seed) : random_(seed) {}

  Plan make() {
    // The first chunks are not lost, as the receiver needs the configurations.
    for (int channel = 0; channel < 2; ++channel)
      plan_.push_back({Duration{}, chunk(next_number(), channel, 5'000'000'000 - 1000, true)});
    for (int i = 0; i < 4000; ++i) {
      const Duration sent = i * 1ms + (i >= 2500 ? 1500ms : 0ms);
      if (happens(900)) held_until_ = sent + std::chrono::milliseconds(random_() % 120);
      if (happens(150)) lost_ = 1 + static_cast<int>(random_() % (happens(10) ? 40 : 3));
      if (happens(50)) offer(sent, packet(wire::Command::RtMessage, next_number()));
      for (int channel = 0; channel < 2; ++channel)
        offer(sent + channel * 500us, chunk(next_number(), channel, 5'000'000'000 + sent / 1us, i % 100 == 0,
                                            i % 1000 == 930 && channel == 1));
    }
    std::ranges::stable_sort(plan_, {}, &Arrival::at);
    return std::move(plan_);
  }

 private:
  bool happens(unsigned once_in) { return random_() % once_in == 0; }
  std::uint16_t next_number() { return static_cast<std::uint16_t>(60'000 + number_++); }

  void offer(Duration sent, const Octets& datagram) {
    if (lost_ > 0) {
      --lost_;
      return;
    }
    Duration at = std::max(sent + std::chrono::microseconds(random_() % 300), held_until_);
    if (happens(100)) at += std::chrono::microseconds(random_() % (happens(5) ? 900'000 : 25'000));
    plan_.push_back({at, datagram});
    if (happens(100))
      plan_.push_back({at + std::chrono::microseconds(random_() % (happens(5) ? 900'000 : 20'000)), datagram});
  }

  std::mt19937 random_;
  Plan plan_;
  int number_ = 0;
  int lost_ = 0;
  Duration held_until_{};
};

constexpr std::uint32_t kSeeds = test::repeats(25, 2);

}  // namespace

TEST_CASE("server and parser tell the same of any traffic", "[server][parser]") {
  const auto seed = GENERATE(range(1u, kSeeds + 1));
  server::DacOptions output;
  output.late = GENERATE(LateDatagramPolicy::Drop, LateDatagramPolicy::Play);
  output.buffer = GENERATE(5ms, 40ms);
  output.clock_ppm = seed % 2 == 0 ? 180 : 0;
  CAPTURE(seed, to_string(output.late), output.buffer.count());
  const Plan plan = RoughPlan(seed).make();
  const auto by_server = told_by_server(plan, output);
  const auto by_parser = told_by_parser(plan, output);
  for (std::size_t channel = 0; channel < 2; ++channel) {
    CAPTURE(channel);
    CHECK(by_server[channel] == by_parser[channel]);
    CHECK(by_server[channel].underruns_lost > 0);
    if (output.late == LateDatagramPolicy::Drop) CHECK(by_server[channel].late_chunks > 0);
    CHECK(by_server[channel].played > 3s);
  }
}

TEST_CASE("what is 1 ms late is shown, or dropped, by both alike", "[server][parser]") {
  server::DacOptions output;
  output.late = GENERATE(LateDatagramPolicy::Drop, LateDatagramPolicy::Play);
  // Every tenth chunk is swapped with the next one.
  Plan plan;
  for (int i = 0; i < 4000; ++i) {
    const int number = i % 10 == 5 ? i + 1 : i % 10 == 6 ? i - 1 : i;
    plan.push_back({i * 1ms, chunk(number, 0, number * 1000, i % 200 == 0)});
  }
  const Story told = told_by_server(plan, output)[0];
  CHECK(told == told_by_parser(plan, output)[0]);
  if (output.late == LateDatagramPolicy::Play) {
    CHECK(told == Story{.played = 4000ms});
  } else {
    CHECK(told == Story{.played = 3600ms,
                        .dark = 400ms,
                        .longest_dark = 1ms,
                        .late = 400ms,
                        .late_chunks = 400,
                        .underruns_late = 400});
  }
}
