// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>
#include <set>

#include "sender/doctor/doctor_report.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::sender::doctor;
using namespace std::chrono_literals;

namespace {

/// Nine rounds of 2000 datagrams, with p99 around `p99` and p99.9 ten times as large.
std::vector<Lateness> nine_rounds(Duration p99) {
  std::vector<Lateness> rounds;
  for (int i = 0; i < 9; ++i)
    rounds.push_back({.datagrams = 2000, .p50 = 1us, .p99 = p99 + i * 1us, .p999 = p99 * 10 + i * 1us});
  return rounds;
}

SuspectResult finding_of(Duration now, Duration other) {
  return {.suspect = {.name = "halt-poll",
                      .what = "halt polling",
                      .now = "0 ns",
                      .other = "200000 ns",
                      .keeps_now = "nothing to do",
                      .keeps_other = "echo 1 > a\necho 1 > b"},
          .measured = {nine_rounds(now), nine_rounds(other)}};
}

std::string text_with(const SuspectResult& finding) {
  return doctor_text({.options = {}, .findings = {finding}, .remarks = {{"numa", "memory nodes", "one"}}});
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("lateness is told in nearest ranks, p99.9 only of enough", "[sender]") {
  std::vector<Duration> late(1000);
  for (int i = 0; i < 1000; ++i) late[static_cast<std::size_t>(i)] = (1000 - i) * 1us;
  const Lateness enough = summarise_lateness(late);
  CHECK(enough.datagrams == 1000);
  CHECK(enough.p50 == 500us);
  CHECK(enough.p99 == 990us);
  CHECK(enough.p999 == Duration(999us));
  late.pop_back();
  CHECK_FALSE(summarise_lateness(late).p999);
  CHECK(summarise_lateness({}).datagrams == 0);
}

TEST_CASE("a round has each suspect once both ways, one right after the other, in an order of the seed",
          "[sender]") {
  std::mt19937_64 random(7), same(7);
  std::set<std::size_t> firsts;
  int changed_first = 0;
  for (int round = 0; round < 100; ++round) {
    const auto trials = draw_round(6, random);
    const auto again = draw_round(6, same);
    REQUIRE(trials.size() == 12);
    std::set<std::size_t> suspects;
    for (std::size_t i = 0; i < 12; i += 2) {
      CHECK(trials[i].suspect == trials[i + 1].suspect);
      CHECK(trials[i].is_changed != trials[i + 1].is_changed);
      CHECK(trials[i].suspect == again[i].suspect);
      CHECK(trials[i].is_changed == again[i].is_changed);
      suspects.insert(trials[i].suspect);
      changed_first += trials[i].is_changed;
    }
    CHECK(suspects.size() == 6);
    firsts.insert(trials[0].suspect);
  }
  CHECK(firsts.size() == 6);
  CHECK(changed_first > 200);
  CHECK(changed_first < 400);
  CHECK(draw_round(0, random).empty());
}

TEST_CASE("a gain is told with its interval and what keeps it", "[sender]") {
  CHECK(judge(finding_of(50us, 10us).measured).better == Better::Other);
  const std::string text = text_with(finding_of(50us, 10us));
  CHECK(
      holds(text,
            "halt polling (halt-poll): 0 ns\n  better: 200000 ns\n    p99 by 40.0 us (40.0 to 40.0), p99.9 by "
            "400.0 us (400.0 to 400.0)\n    keep it: echo 1 > a\n      echo 1 > b\n"));
  CHECK(holds(text, "late as it is: p50 1.0 us, p99 54.0 us, p99.9 504.0 us"));
  CHECK(holds(text, "\nnot measured\n  memory nodes (numa): one\n"));
}

TEST_CASE("a loss is told as the gain of what is there", "[sender]") {
  CHECK(judge(finding_of(10us, 50us).measured).better == Better::Now);
  CHECK(holds(text_with(finding_of(10us, 50us)),
              "  better so than: 200000 ns\n    p99 by 40.0 us (40.0 to 40.0), p99.9 by 400.0 us"));
}

TEST_CASE("no difference is told as none", "[sender]") {
  CHECK(judge(finding_of(10us, 10us).measured).better == Better::Neither);
  CHECK(holds(text_with(finding_of(10us, 10us)), "  no measurable effect of: 200000 ns\n"));
}

TEST_CASE("what p99 and p99.9 say differently is no advice", "[sender]") {
  SuspectResult finding = finding_of(50us, 10us);
  for (Lateness& late : finding.measured.changed) late.p999 = 90ms;
  CHECK(judge(finding.measured).better == Better::Depends);
  CHECK_FALSE(holds(text_with(finding), "keep it"));
}

TEST_CASE("short trials tell no p99.9, and the rest", "[sender]") {
  SuspectResult finding = finding_of(50us, 10us);
  finding.measured.base[3].p999.reset();
  const Judgement judgement = judge(finding.measured);
  CHECK_FALSE(judgement.p999);
  CHECK(judgement.better == Better::Other);
  CHECK(holds(text_with(finding), "p99.9: trials too short"));
}

TEST_CASE("what could not be changed is told as refused", "[sender]") {
  SuspectResult finding = finding_of(50us, 10us);
  finding.measured = {};
  finding.refused = "/a: no";
  CHECK(holds(text_with(finding), "  not measured: /a: no\n"));
  const auto json = nlohmann::json::parse(doctor_json({.options = {}, .findings = {finding}, .remarks = {}}));
  CHECK(json["suspects"][0]["refused"] == "/a: no");
  CHECK(json["as_it_is"]["datagrams"] == 0);
}

TEST_CASE("the doctor's report for programs has every round", "[sender]") {
  DoctorReport report{.options = {.seed = 9}, .findings = {finding_of(50us, 10us)}, .remarks = {}};
  report.stopped = Throttled{.times = 3, .time = 5ms};
  const auto json = nlohmann::json::parse(doctor_json(report));
  CHECK(json["schema"] == 1);
  CHECK(json["seed"] == 9);
  CHECK(json["stopped_by_quota"] == 3);
  const auto& suspect = json["suspects"][0];
  CHECK(suspect["better"] == "other");
  CHECK(suspect["gain_p99"]["median_us"] == 40.0);
  CHECK(suspect["gain_p99"]["measurable"] == true);
  CHECK(suspect["rounds_now"].size() == 9);
  CHECK(suspect["rounds_other"][0]["p99_9_us"] == 100.0);
  CHECK(holds(doctor_text(report), "a quota stopped this program 3 times, for 5 ms"));
}

TEST_CASE("an effect that does not repeat is none, and one that does has the gain of the second time",
          "[sender]") {
  SuspectResult finding = finding_of(50us, 10us);
  finding.again = finding_of(10us, 10us).measured;
  CHECK(final_judgement(finding).better == Better::Neither);
  finding.again = finding_of(10us, 50us).measured;
  CHECK(final_judgement(finding).better == Better::Neither);
  finding.again = finding_of(30us, 10us).measured;
  CHECK(final_judgement(finding).better == Better::Other);
  CHECK(final_judgement(finding).p99.median == 20.0);
  CHECK(nlohmann::json::parse(
            doctor_json({.options = {}, .findings = {finding}, .remarks = {}}))["suspects"][0]["rounds_now"]
            .size() == 18);
}

TEST_CASE("how long the doctor takes is told ahead", "[sender]") {
  const DoctorOptions options{.seed = 1};
  CHECK(expected_duration(options, 8) == 9 * 16 * 620ms);
  CHECK(holds(announcement(options, 8),
              "8 suspects, 9 rounds of 2 trials each, 500 ms per trial: takes about 01:29"));
}
