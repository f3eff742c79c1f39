// SPDX-License-Identifier: MIT
#include "latency/model/stages.hpp"

#include "latency/model/summary.hpp"
#include "support/catch.hpp"

namespace idn::latency {
namespace {

using namespace std::chrono_literals;

TimePoint at_us(int us) {
  return TimePoint(1s + std::chrono::microseconds(us));
}

StageTimestamps all_stamps() {
  return {.trigger = at_us(0),
          .handed = at_us(10),
          .due = at_us(2010),
          .called = at_us(2013),
          .left = at_us(2020),
          .arrived = at_us(2120),
          .shown = at_us(42'120)};
}

TEST_CASE("each stage lies between two stamps, and they sum to the whole", "[latency]") {
  const StageTimes times(all_stamps());
  CHECK(times[Stage::Input] == 10us);
  CHECK(times[Stage::Wait] == 2000us);
  CHECK(times[Stage::Late] == 3us);
  CHECK(times[Stage::Stack] == 7us);
  CHECK(times[Stage::Wire] == 100us);
  CHECK(times[Stage::Buffer] == 40ms);
  CHECK(times.whole() == 42'120us);
}

TEST_CASE("time that nobody saw the end of belongs to the stage before the next stamp", "[latency]") {
  StageTimestamps stamps = all_stamps();
  stamps.left.reset();
  CHECK(StageTimes(stamps)[Stage::Stack] == 107us);
  CHECK(StageTimes(stamps)[Stage::Wire] == 0us);
  stamps.called.reset();
  CHECK(StageTimes(stamps)[Stage::Late] == 110us);
  stamps.handed.reset();
  stamps.due.reset();
  CHECK(StageTimes(stamps)[Stage::Input] == 2120us);
  CHECK(StageTimes(stamps).whole() == 42'120us);
}

TEST_CASE("they sum exactly whatever was seen, also where stamps contradict each other", "[latency]") {
  for (unsigned seen = 0; seen < 16; ++seen) {
    StageTimestamps stamps = all_stamps();
    stamps.due = at_us(5);  // before it was passed to the socket
    if ((seen & 1) != 0) stamps.handed.reset();
    if ((seen & 2) != 0) stamps.due.reset();
    if ((seen & 4) != 0) stamps.called.reset();
    if ((seen & 8) != 0) stamps.left.reset();
    Duration sum{0};
    for (const Stage stage : kStages) sum += StageTimes(stamps)[stage];
    CHECK(sum == stamps.shown - stamps.trigger);
  }
}

TEST_CASE("a summary has the nearest ranks of each stage and of the whole", "[latency]") {
  std::vector<StageTimes> triggers;
  for (int i = 1000; i >= 1; --i) {
    StageTimestamps stamps = all_stamps();
    stamps.trigger = at_us(10 - i);
    triggers.emplace_back(stamps);
  }
  const LatencySummary summary = summarise(triggers);
  CHECK(summary.triggers == 1000);
  CHECK(summary[Stage::Input] == Percentiles{.min = 1us, .p50 = 500us, .p99 = 990us, .max = 1000us});
  CHECK(summary[Stage::Wire] == Percentiles{.min = 100us, .p50 = 100us, .p99 = 100us, .max = 100us});
  CHECK(summary.whole.p50 == 42'110us + 500us);
  CHECK(summarise({}).whole == Percentiles{});
}

}  // namespace
}  // namespace idn::latency
