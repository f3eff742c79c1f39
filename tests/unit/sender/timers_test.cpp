// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>
#include <numeric>

#include "sender/timers/timer_report.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"

using namespace idn;
using namespace idn::sender;
using namespace std::chrono_literals;

namespace {

/// The report of a machine on which hybrid waits need this guard.
TimerReport machine(Duration guard, bool grants_priority) {
  TimerReport report;
  report.grants = {{"real-time priority", grants_priority, "why not"}};
  report.rows = {{"absolute sleep", true, {}},
                 {"--wait hybrid", false, {.p99 = 9us}, 300us},
                 {"--wait hybrid", true, {.waits = 300, .p99 = 1500ns}, guard}};
  return report;
}

}  // namespace

TEST_CASE("percentiles are nearest ranks", "[sender]") {
  std::vector<Duration> late(200);
  for (int i = 0; i < 200; ++i) late[static_cast<std::size_t>(i)] = Duration(200 - i);
  const Oversleep found = summarise(late);
  CHECK(found.waits == 200);
  CHECK(found.p50 == 100ns);
  CHECK(found.p90 == 180ns);
  CHECK(found.p99 == 198ns);
  CHECK(found.most == 200ns);
  const Oversleep one = summarise({7us});
  CHECK(one.p50 == 7us);
  CHECK(one.p99 == 7us);
  CHECK(summarise({}).waits == 0);
}

TEST_CASE("a clock that sleeps late is measured as such, and for no longer than a row may take", "[sender]") {
  test::FakeClock late([](TimePoint deadline) { return deadline + 40us; });
  CHECK(measure_waits(late).waits == 300);
  CHECK(measure_waits(late).p50 == 40us);
  test::FakeClock ticks([](TimePoint deadline) { return deadline + 14'625us; });
  const Oversleep measured = measure_waits(ticks);
  CHECK(measured.waits == 39);  // waits of 15.625 ms in 600 ms
  CHECK(measured.most == 14'625us);
}

TEST_CASE("the recommendation names the guard of a thread as it streams, and what would help", "[sender]") {
  CHECK(recommendation(machine(46us, true)) ==
        "hybrid needs a guard of about 46 us here and is then late by 1.5 us at most in 99 of 100 waits");
  CHECK(recommendation(machine(46us, false)).ends_with("; real-time priority, which is refused, would help"));
  CHECK(recommendation(machine(400us, true)) ==
        "sleeps end too late here for the longest guard of 400 us: use --wait spin");
  CHECK(recommendation({}) == "nothing was measured");
}

TEST_CASE("the report for programs holds what that for people shows", "[sender]") {
  TimerReport report = machine(46us, true);
  report.granularity = 20ns;
  report.facts = {{"power governor", "performance"}};
  const auto json = nlohmann::json::parse(timer_json(report));
  CHECK(json["clock_granularity_ns"] == 20);
  CHECK(json["system"]["power governor"] == "performance");
  REQUIRE(json["waits"].size() == 3);
  CHECK(json["waits"][0]["guard_us"].is_null());
  CHECK(json["waits"][2]["guard_us"] == 46.0);
  CHECK(json["waits"][2]["p99_us"] == 1.5);
  CHECK(json["waits"][2]["realtime"] == true);
  const std::string text = timer_text(report);
  for (const char* part : {"steps of 20 ns", "power governor: performance", "guard 46 us"})
    CHECK(text.find(part) != std::string::npos);
  CHECK(text.find(json["recommendation"].get<std::string>()) != std::string::npos);
}
