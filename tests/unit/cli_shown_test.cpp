// SPDX-License-Identifier: MIT
// The verdict on what an output shows, its bounds, and how it is told.
#include "cli/shown.hpp"

#include <algorithm>

#include "cli/timing_json.hpp"
#include "support/catch.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::cli;

namespace {

constexpr Duration kBegin = 1'700'000'000s;

/// Chunks of 1 ms, each at its time, unless a test says otherwise.
class Playing {
 public:
  explicit Playing(analysis::LateDatagramPolicy late = analysis::LateDatagramPolicy::Drop)
      : meter_({}, 0, late) {}

  void play(int first, int last, Duration delay = {}, bool is_blanked = false) {
    for (int i = first; i < last; ++i) send(i, i * 1ms + delay, is_blanked);
  }
  void send(int i, Duration arrival, bool is_blanked = false, bool follows_loss = false, bool is_late = false) {
    meter_.add({.arrival = kBegin + arrival,
                .media = std::chrono::milliseconds(i),
                .duration = 1ms,
                .follows_loss = follows_loss,
                .is_late = is_late},
               is_blanked);
  }
  void stop(bool is_timeout) { meter_.stop(is_timeout); }
  ShownFacts finished() {
    meter_.finish();
    return meter_.facts();
  }

 private:
  ShownMeter meter_;
};

std::string strip_of(const ShownFacts& facts, std::size_t width) {
  return strip_text(facts.strip, width, false);
}

std::string line_of(const std::vector<ShownLine>& lines, std::string_view name) {
  for (const auto& line : lines)
    if (line.name == name) return line.text;
  return {};
}

}  // namespace

TEST_CASE("a steady stream is shown clean, and nothing is said about causes", "[cli]") {
  Playing playing;
  playing.play(0, 1000);
  const auto facts = playing.finished();
  CHECK(verdict_on(facts) == Shown::Clean);
  CHECK(facts.played == 1s);
  CHECK(facts.least_left == 40ms);
  CHECK(strip_of(facts, 10) == "[==========]");
  const auto lines = shown_lines(facts, kBegin, "");
  REQUIRE(lines.size() == 1);
  CHECK(lines.front().text == "never at a buffer of 40 ms, of which 40.0 ms or more were left");
}

TEST_CASE("half of the buffer is the bound between clean and marginal, all of it that of flickers", "[cli]") {
  const auto [delay, verdict] = GENERATE(table<Duration, Shown>({{20ms, Shown::Clean},
                                                                 {20ms + 1us, Shown::Marginal},
                                                                 {40ms, Shown::Marginal},
                                                                 {40ms + 3us, Shown::Flickers}}));
  CAPTURE(delay.count());
  Playing playing;
  playing.play(0, 500);
  playing.send(500, 500ms + delay);
  for (int i = 501; i < 1000; ++i) playing.send(i, std::max<Duration>(i * 1ms, 500ms + delay));
  const auto facts = playing.finished();
  CHECK(verdict_on(facts) == verdict);
  CHECK(facts.late == (verdict == Shown::Flickers ? 1U : 0U));
  CHECK(facts.least_left == 40ms - std::min(delay, Duration(40ms)));
}

TEST_CASE("the worst dark time is told with its moment, length and cause", "[cli]") {
  Playing playing;
  playing.play(0, 100);
  playing.send(103, 103ms, false, true);
  playing.play(104, 200);
  playing.play(207, 1000);
  const auto facts = playing.finished();
  CHECK(verdict_on(facts) == Shown::Flickers);
  CHECK(facts.lost == 1);
  CHECK(facts.gap == 1);
  CHECK(facts.dark == 10ms);
  REQUIRE(facts.worst);
  CHECK(facts.worst->at == kBegin + 240ms);
  CHECK(facts.worst->length == 7ms);
  CHECK(facts.worst->cause == analysis::DarkCause::Gap);
  const auto lines = shown_lines(facts, kBegin, "a command");
  CHECK(line_of(lines, "dark") ==
        "twice, 10.0 ms in all, 1 % of 1.000 s, longest 7.0 ms, every 500.0 ms, at a buffer of 40 ms");
  CHECK(line_of(lines, "worst") ==
        "dark for 7.0 ms (gap in media time) at 0.240000 s, 2023-11-14T22:13:20.240000000Z");
  CHECK(line_of(lines, "see it") == "a command");
  CHECK(line_of(lines, "cause") == "lost once, in the network or by the capture; left out once by the sender");
  CHECK(line_of(shown_lines(facts, std::nullopt, ""), "worst") ==
        "dark for 7.0 ms (gap in media time) at 2023-11-14T22:13:20.240000000Z");
}

TEST_CASE("nobody sees that it is dark behind blanked samples", "[cli]") {
  const bool is_blanked = GENERATE(true, false);
  Playing playing;
  playing.play(0, 100);
  playing.play(100, 110, {}, is_blanked);
  playing.play(150, 200);
  const auto facts = playing.finished();
  CHECK(facts.gap == (is_blanked ? 0U : 1U));
  CHECK(facts.dark == (is_blanked ? 0ms : 40ms));
  CHECK(verdict_on(facts) == (is_blanked ? Shown::Clean : Shown::Flickers));
}

TEST_CASE("darkness after a time-out is seen, that after a close is wanted", "[cli]") {
  const bool is_timeout = GENERATE(true, false);
  Playing playing;
  playing.play(0, 1000);
  playing.stop(is_timeout);
  playing.play(3000, 4000);
  const auto facts = playing.finished();
  CHECK(facts.times() == (is_timeout ? 1U : 0U));
  CHECK(facts.dark == (is_timeout ? 2000ms : 0ms));
  CHECK(verdict_on(facts) == (is_timeout ? Shown::Flickers : Shown::Clean));
  CHECK(strip_of(facts, 7) == (is_timeout ? "[=#####=]" : "[==...==]"));
}

TEST_CASE("frames are shown until the next one, and dark after a time-out", "[cli]") {
  ShownMeter meter;
  for (int i = 0; i < 100; ++i) meter.add_frame(kBegin + i * 25ms, false);
  CHECK(verdict_on(meter.facts()) == Shown::Clean);
  CHECK(meter.facts().played == 99 * 25ms);
  meter.stop(true);
  meter.add_frame(kBegin + 99 * 25ms + 3s, false);
  const auto facts = meter.facts();
  CHECK(facts.dark == 2s);
  CHECK(facts.gap == 1);
  CHECK(facts.played == 99 * 25ms + 1s);
}

TEST_CASE("what receivers refuse flickers, findings and overruns are marginal", "[cli]") {
  ShownFacts facts;
  CHECK(verdict_on(facts) == Shown::Clean);
  facts.findings = 1;
  CHECK(verdict_on(facts) == Shown::Marginal);
  facts = {};
  facts.overruns = 1;
  CHECK(verdict_on(facts) == Shown::Marginal);
  facts.refused = 1;
  facts.played = 1s;
  CHECK(verdict_on(facts) == Shown::Flickers);
}

TEST_CASE("what another client takes for a part of the time flickers", "[cli]") {
  ShownFacts facts;
  facts.played = 1s;
  facts.taken_meanwhile = "8 of 17 answers";
  CHECK(verdict_on(facts) == Shown::Flickers);
  CHECK(shown_lines(facts, {}, "")[1].text == "8 of 17 answers");
}

TEST_CASE("nothing is shown of what is refused altogether, or while another client has the service", "[cli]") {
  ShownFacts facts;
  facts.refused = 1;
  CHECK(verdict_on(facts) == Shown::NotShown);
  facts = {};
  facts.played = 1s;
  facts.late = 3;
  facts.taken = "10.0.0.2:5000 has it";
  CHECK(verdict_on(facts) == Shown::NotShown);
  const auto lines = shown_lines(facts, {}, "idn_parser a.pcap");
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].text == "10.0.0.2:5000 has it");
  CHECK(lines[1].text == "whoever runs the other sender");
}

TEST_CASE("the strip keeps the worst of days in bounded memory", "[cli]") {
  ShownStrip strip;
  for (int minute = 0; minute < 3 * 24 * 60; ++minute)
    strip.mark(kBegin + minute * 1min, kBegin + (minute + 1) * 1min, Shown::Clean);
  strip.mark(kBegin + 36h, kBegin + 36h + 1us, Shown::Flickers);
  strip.mark(kBegin + 1h, kBegin + 1h, Shown::Marginal);
  CHECK(strip.length() == 72h);
  CHECK(strip.cells(100'000).size() <= ShownStrip::kMostCells);
  const auto text = strip_text(strip, 36, false);
  CHECK(text.size() == 38);
  CHECK(std::ranges::count(text, '#') == 1);
  CHECK(std::ranges::count(text, '!') == 1);
  CHECK(std::ranges::count(text, '=') == 34);
  for (int dark = 0; dark < 8; ++dark) {  // wherever it lies when cells are joined
    ShownStrip hour;
    for (int i = 0; i < 3600; ++i) hour.mark(i * 1s, i * 1s, i == dark ? Shown::Flickers : Shown::Clean);
    CHECK(std::ranges::count(strip_text(hour, 60, false), '#') == 1);
  }
  // Years, as in a capture whose clock was set.
  strip.mark(kBegin + std::chrono::years(30), kBegin + std::chrono::years(30), Shown::Clean);
  CHECK(strip.cells(100'000).size() <= ShownStrip::kMostCells);
}

TEST_CASE("a terminal gets green, orange and red", "[cli]") {
  ShownStrip strip;
  strip.mark(0s, 0s, Shown::Clean);
  strip.mark(10ms, 10ms, Shown::Flickers);
  CHECK(strip_text(strip, 2, true) == "[\x1b[32m=\x1b[31m#\x1b[0m]");
}

TEST_CASE("the command to see a moment can be pasted into a shell", "[cli]") {
  CHECK(command_to_see({"show.pcap"}, 7255, kBegin) ==
        "idn_parser show.pcap --at 2023-11-14T22:13:20.000000000Z");
  CHECK(command_to_see({"my show's.pcap", "b.pcap"}, 9000, kBegin) ==
        "idn_parser 'my show'\\''s.pcap' b.pcap --port 9000 --at 2023-11-14T22:13:20.000000000Z");
}

TEST_CASE("UTC is read as it is printed, and with fewer digits", "[cli]") {
  for (const Duration time : {kBegin, kBegin + 123'456'789ns, Duration(0), kBegin - 1ns})
    CHECK(parse_utc(utc(time)) == time);
  CHECK(parse_utc("2023-11-14T22:13:20Z") == kBegin);
  CHECK(parse_utc("2023-11-14T22:13:20.5Z") == kBegin + 500ms);
  for (const char* wrong :
       {"", "Z", "2023-11-14T22:13:20", "2023-13-14T22:13:20Z", "2023-02-30T22:13:20Z", "2023-11-14 22:13:20Z",
        "2023-11-14T24:13:20Z", "2023-11-14T22:60:20Z", "2023-11-14T22:13:20.Z",
        "2023-11-14T22:13:20.1234567890Z", "2023-11-14T22:13:20.xZ", "9023-11-14T22:13:20Z"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_utc(wrong));
  }
}

TEST_CASE("a moment is UTC, a time with an offset, or seconds since 1970", "[cli]") {
  // By `date --date TIME +%s`.
  CHECK(parse_moment("2023-11-14T22:13:20Z") == kBegin);
  CHECK(parse_moment("2023-11-14T23:13:20+01:00") == kBegin);
  CHECK(parse_moment("2023-11-14T18:43:20.25-03:30") == kBegin + 250ms);
  CHECK(parse_moment("1700000000") == kBegin);
  CHECK(parse_moment("1700000000.000000001") == kBegin + 1ns);
  CHECK(parse_moment("0.5") == Duration(500ms));
  for (const char* wrong :
       {"", ".", ".5", "1.", "-1", "+1", "1e9", "1700000000.0000000001", "99999999999", "9999999999", "17:00",
        "2023-11-14T22:13:20+1:00", "2023-11-14T22:13:20+24:00", "+01:00", "now"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_moment(wrong));
  }
}

TEST_CASE("darkness behind a blanked sample is not seen, though what was missing comes late after all",
          "[cli]") {
  Playing playing;
  playing.play(0, 99);
  playing.send(99, 99ms, true);
  playing.send(101, 101ms, false, true);
  playing.play(102, 160);
  playing.send(100, 160ms, false, false, true);
  playing.play(160, 200);
  const auto facts = playing.finished();
  CAPTURE(facts.late, facts.lost, facts.gap, facts.worst ? facts.worst->at - kBegin : 0ns);
  CHECK(facts.times() == 0);
  CHECK_FALSE(facts.worst);
  CHECK(line_of(shown_lines(facts, kBegin, ""), "dark").starts_with("never"));
}
