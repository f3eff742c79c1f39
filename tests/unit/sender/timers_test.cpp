// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>
#include <numeric>

#include "sender/timers/sleep_report.hpp"
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

#ifdef _WIN32
constexpr bool kIsWindows = true;
#else
constexpr bool kIsWindows = false;
#endif

}  // namespace

TEST_CASE("percentiles are nearest ranks", "[sender]") {
  std::vector<Duration> late(200);
  for (int i = 0; i < 200; ++i) late[static_cast<std::size_t>(i)] = Duration(200 - i);
  const Oversleep found = summarise(late);
  CHECK(found.waits == 200);
  CHECK(found.p50 == 100ns);
  CHECK(found.p90 == 180ns);
  CHECK(found.p99 == 198ns);
  CHECK(found.p99_9 == 200ns);
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

TEST_CASE("sleep functions are measured in turn, and long waits less often", "[sender]") {
  test::FakeClock clock([](TimePoint deadline) { return deadline; });
  std::string turns;
  const auto late_by = [&](const char* name, Duration late) {
    return SleepFunction{name, [&clock, &turns, name, late](TimePoint deadline) {
                           turns += name;
                           clock.wait_until(deadline + late);
                         }};
  };
  const std::vector functions{late_by("a", 3us), late_by("b", 50us)};
  std::size_t rounds = 0;
  const auto rows = measure_functions(functions, clock, 40, [&] { ++rounds; });
  CHECK(rounds == 40);
  CHECK(turns.substr(0, 16) == "abababababababab");
  CHECK(turns.substr(16, 8) == "babababa");  // in the second round, of 0.1 to 1 ms
  REQUIRE(rows.size() == 16);
  CHECK(rows[1].function == "b");
  CHECK(rows[1].wait == 100us);
  CHECK(rows[1].late.p50 == 50us);
  CHECK(rows[14].function == "a");
  CHECK(rows[14].wait == 20ms);
  CHECK(rows[14].late.most == 3us);
  std::vector<std::size_t> waits;
  for (std::size_t i = 0; i < rows.size(); i += 2) waits.push_back(rows[i].late.waits);
  CHECK(waits == std::vector<std::size_t>{40, 40, 40, 40, 20, 8, 4, 2});
}

TEST_CASE("every sleep function of this system sleeps until its deadline at least", "[sender]") {
  const auto functions = sleep_functions();
  CHECK(functions.size() >= 4);
  io::MonotonicClock clock(io::WaitMode::Sleep);
  for (const SleepFunction& function : functions) {
    CAPTURE(function.name);
    const Duration early = kIsWindows && function.name.starts_with("std::") ? 1ms : 0ms;
    for (int i = 0; i < 3; ++i) {
      const TimePoint deadline = clock.now() + 2ms;
      function.sleep_until(deadline);
      CHECK(clock.now() >= deadline - early);
    }
  }
}

TEST_CASE("a percentile that the waits do not suffice for is not told", "[sender]") {
  const Oversleep late{.waits = 999, .p50 = 1us, .p99 = 20us, .p99_9 = 300us, .most = 4000us};
  SleepReport report;
  report.rows = {{"ppoll", 100us, false, late}};
  CHECK(sleep_text(report).find(
            "  0.1 ms  ppoll                                1.0      20.0         -    4000.0    999") !=
        std::string::npos);
  const auto row = nlohmann::json::parse(sleep_json(report))["functions"][0];
  CHECK(row["p99_us"] == 20.0);
  CHECK(row["p99_9_us"].is_null());
  report.rows[0].late.waits = 1000;
  CHECK(nlohmann::json::parse(sleep_json(report))["functions"][0]["p99_9_us"] == 300.0);
  report.rows[0].late.waits = 99;
  CHECK(nlohmann::json::parse(sleep_json(report))["functions"][0]["p99_us"].is_null());
}
