// SPDX-License-Identifier: MIT
#include "idn/analysis/clock_step_detector.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "support/catch.hpp"
#include "support/repeats.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::analysis;

namespace {

struct Step {
  std::size_t item = 0;
  Duration size{};
  friend bool operator==(const Step&, const Step&) = default;
};

/// The steps that a filter finds. Checks that it returns all readings, in their order.
/// @param passes use pass() instead of push() for readings that need no delay
std::vector<Step> steps_in(const std::vector<TimedDatagram>& readings, bool passes) {
  ClockStepFilter<std::size_t> marker;
  std::vector<Step> found;
  std::size_t next = 0;
  const auto take_all = [&] {
    while (const auto released = marker.poll()) {
      REQUIRE(released->item == next++);
      if (released->step) found.push_back({released->item, *released->step});
    }
  };
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (passes && marker.pass(readings[i])) {
      REQUIRE(i == next++);
      continue;
    }
    marker.push(i, readings[i]);
    take_all();
  }
  marker.finish();
  take_all();
  REQUIRE(next == readings.size());
  return found;
}

std::vector<Step> steps_in(const std::vector<TimedDatagram>& readings) {
  const auto steps = steps_in(readings, false);
  CHECK(steps_in(readings, true) == steps);
  return steps;
}

/// Datagrams of 1 ms; number i is late by `late(i)`.
template <class Late>
std::vector<TimedDatagram> stream_of(int count, Late late, std::chrono::microseconds period = 1ms) {
  std::vector<TimedDatagram> readings;
  for (int i = 0; i < count; ++i) readings.push_back({1h + i * period + Duration(late(i)), i * period});
  return readings;
}

Duration normal(std::mt19937& random, Duration deviation) {
  const double value = std::normal_distribution<double>(0, static_cast<double>(deviation.count()))(random);
  return Duration(static_cast<Duration::rep>(value));
}

/// Correlated noise, first-order autoregressive: standard deviation, correlation time in datagrams.
std::vector<Duration> wandering(int count, Duration deviation, double correlation, unsigned seed) {
  std::mt19937 random(seed);
  const double keep = std::exp(-1 / correlation);
  std::normal_distribution<double> draw(0, static_cast<double>(deviation.count()));
  std::vector<Duration> values;
  double value = draw(random);
  for (int i = 0; i < count; ++i) {
    values.emplace_back(static_cast<Duration::rep>(value));
    value = keep * value + std::sqrt(1 - keep * keep) * draw(random);
  }
  return values;
}

}  // namespace

TEST_CASE("a clock that is set is found, at its datagram and with its size", "[analysis]") {
  const Duration size = GENERATE(Duration(-5s), Duration(-2ms), Duration(3ms), Duration(5s));
  std::mt19937 random(7);
  const auto found =
      steps_in(stream_of(2000, [&](int i) { return normal(random, 20us) + (i < 700 ? Duration{0} : size); }));
  REQUIRE(found.size() == 1);
  CHECK(found[0].item == 700);
  CHECK(std::chrono::abs(found[0].size - size) < 20us);
}

TEST_CASE("a clock that is set while it drifts is found with its size", "[analysis]") {
  const auto found = steps_in(stream_of(2000, [](int i) { return i * 500ns + (i < 700 ? 0ms : 3ms); }));
  REQUIRE(found.size() == 1);
  CHECK(found[0].item == 700);
  CHECK(std::chrono::abs(found[0].size - 3ms) < 20us);
}

TEST_CASE("every time that a clock is set is found", "[analysis]") {
  // The second step is within the window that decides the first.
  const auto found = steps_in(stream_of(3000, [](int i) -> Duration {
    return i < 700 ? 0ms : i < 1700 ? 3ms : i < 2700 ? -2ms : 100ms;
  }));
  REQUIRE(found.size() == 3);
  CHECK(found[0].item == 700);
  CHECK(found[1].item == 1700);
  CHECK(found[1].size == -5ms);
  CHECK(found[2].item == 2700);
}

TEST_CASE("a clock that is set back among the first datagrams is found", "[analysis]") {
  const auto found = steps_in(stream_of(300, [](int i) { return i < 3 ? 0ms : -2ms; }));
  REQUIRE(found.size() == 1);
  CHECK(found[0].item == 3);
  CHECK(found[0].size == -2ms);
}

TEST_CASE("frames, at 30 a second, tell a clock that is set as well", "[analysis]") {
  const auto found = steps_in(stream_of(200, [](int i) { return i < 100 ? 0ms : 3ms; }, 33'333us));
  REQUIRE(found.size() == 1);
  CHECK(found[0].item == 100);
  CHECK(found[0].size == 3ms);
}

TEST_CASE("a clock that is set right after loss is found", "[analysis]") {
  auto readings = stream_of(2000, [](int i) { return i < 700 ? 0ms : -2ms; });
  readings.erase(readings.begin() + 690, readings.begin() + 700);
  readings[690].missing = 10;
  const auto found = steps_in(readings);
  REQUIRE(found.size() == 1);
  CHECK(found[0].item == 690);
  CHECK(found[0].size == -2ms);
}

TEST_CASE("a stall that the sender catches up is no step of the clock", "[analysis]") {
  const auto stall = GENERATE(3ms, 10ms, 30ms);
  SECTION("all at once") {
    CHECK(steps_in(stream_of(2000, [=](int i) {
            return i < 700 ? 0ms : std::max(0ms, stall - (i - 700) * 1ms);
          })).empty());
  }
  SECTION("by three datagrams more each millisecond") {
    CHECK(steps_in(stream_of(2000, [=](int i) {
            return i < 700 ? 0ms : std::max(0ms, stall - (i - 700) * 1ms + (i - 700) / 4 * 1ms);
          })).empty());
  }
  SECTION("slowly, over two seconds") {
    CHECK(steps_in(stream_of(5000, [=](int i) {
            return i < 700 ? Duration{0}
                           : std::max(Duration{0}, Duration(stall) - (i - 700) * Duration(stall) / 2000);
          })).empty());
  }
  SECTION("at the end of the capture") {
    CHECK(steps_in(stream_of(712, [=](int i) {
            return i < 700 ? 0ms : std::max(0ms, stall - (i - 700) * 1ms);
          })).empty());
  }
  SECTION("25 times in 5 s") {
    CHECK(steps_in(stream_of(5000, [=](int i) { return std::max(0ms, stall - i % 200 * 1ms); })).empty());
  }
}

TEST_CASE("a sender that begins a new time axis is no step of the clock", "[analysis]") {
  const auto jump = GENERATE(-5000ms, -30ms, 30ms, 5000ms);
  auto readings = stream_of(2000, [](int) { return 0ms; });
  SECTION("while its datagrams go on") {
    for (std::size_t i = 700; i < readings.size(); ++i) readings[i].media += jump;
  }
  SECTION("after a stall, by as much") {
    for (std::size_t i = 700; i < readings.size(); ++i) {
      readings[i].media += jump;
      readings[i].arrival += std::chrono::abs(jump);
    }
  }
  SECTION("after a stall, one datagram too late") {
    for (std::size_t i = 700; i < readings.size(); ++i) {
      readings[i].arrival += std::chrono::abs(jump);
      if (i > 700) readings[i].media += std::chrono::abs(jump);
    }
  }
  CHECK(steps_in(readings).empty());
}

TEST_CASE("jitter is no step of the clock", "[analysis]") {
  const unsigned seed = GENERATE(range(1u, test::repeats(21u, 5u)));
  CAPTURE(seed);
  SECTION("white") {
    std::mt19937 random(seed);
    CHECK(steps_in(stream_of(5000, [&](int) { return normal(random, 500us); })).empty());
  }
  SECTION("wandering") {
    const double correlation = GENERATE(3.0, 30.0, 300.0, 3000.0);
    const auto noise = wandering(5000, 500us, correlation, seed);
    CHECK(steps_in(stream_of(5000, [&](int i) { return noise[static_cast<std::size_t>(i)]; })).empty());
  }
  SECTION("in batches") {
    CHECK(steps_in(stream_of(5000, [=](int i) { return i % static_cast<int>(seed) * -1ms; })).empty());
  }
}

TEST_CASE("one late datagram, a late first one and loss are no steps of the clock", "[analysis]") {
  CHECK(steps_in(stream_of(2000, [](int i) { return i == 700 ? 65ms : 0ms; })).empty());
  CHECK(steps_in(stream_of(2000, [](int i) { return std::max(0ms, 5ms - i * 1ms); })).empty());
  auto readings = stream_of(2000, [](int) { return 0ms; });
  readings.erase(readings.begin() + 700, readings.begin() + 1000);
  readings[700].missing = 300;
  CHECK(steps_in(readings).empty());
}

TEST_CASE("less than 1 ms, or less than 8 datagrams before it, is no step of the clock", "[analysis]") {
  CHECK(steps_in(stream_of(2000, [](int i) { return i < 700 ? 0us : 999us; })).empty());
  CHECK(steps_in(stream_of(2000, [](int i) { return i < 700 ? 0us : 1000us; })).size() == 1);
  CHECK(steps_in(stream_of(2000, [](int i) { return i < 7 ? 0ms : 3ms; })).empty());
  CHECK(steps_in(stream_of(2000, [](int i) { return i < 8 ? 0ms : 3ms; })).size() == 1);
}

TEST_CASE("less than 8 datagrams at a new time are no step of the clock", "[analysis]") {
  const auto late = [](int i) { return i < 700 ? 0ms : 3ms; };
  CHECK(steps_in(stream_of(707, late)).empty());
  CHECK(steps_in(stream_of(708, late)).size() == 1);
}

TEST_CASE("less than 6 times the spread is no step of the clock", "[analysis]") {
  // In turn 200 us early, on time, 200 us late: the median deviation is 200 us, the spread 296.52 us.
  constexpr Duration kLimit = 6 * 296'520ns;
  const auto stepping = [](Duration size) {
    return stream_of(2000, [=](int i) { return (i % 3 - 1) * 200us + (i < 700 ? 0ns : size); });
  };
  CHECK(steps_in(stepping(kLimit - 1ns)).empty());
  CHECK(steps_in(stepping(kLimit)).size() == 1);
}

TEST_CASE("a step of which there are others nearby is one of a sender that stalls", "[analysis]") {
  // One more datagram is late, less than 64 before the step or 256 after it.
  const int other = GENERATE(640, 698, 702, 800);
  CAPTURE(other);
  const auto with_other = [=](Duration late, Duration size) {
    return steps_in(stream_of(2000, [=](int i) { return (i < 700 ? 0ns : size) + (i == other ? late : 0ns); }));
  };
  CHECK(with_other(751us, 3ms).empty());
  CHECK(with_other(749us, 3ms).size() == 1);
  // Time goes back only if the clock is set.
  CHECK(with_other(751us, -3ms).size() == 1);
}

TEST_CASE("what was late more than 64 datagrams before a step says nothing about it", "[analysis]") {
  const auto with_other_at = [](int other) {
    return steps_in(stream_of(2000, [=](int i) { return i == other ? 1ms : i < 700 ? 0ms : 3ms; }));
  };
  CHECK(with_other_at(636).empty());
  CHECK(with_other_at(634).size() == 1);
}

TEST_CASE("lateness that grows over several datagrams is no step of the clock", "[analysis]") {
  const auto growing_by = [](Duration each) {
    return steps_in(stream_of(2000, [=](int i) { return std::clamp((i - 699) * each, 0ns, Duration(3ms)); }));
  };
  CHECK(growing_by(700us).empty());
  CHECK(growing_by(3ms).size() == 1);
}

TEST_CASE("time that goes back by less than three changes of lateness is no step of the clock", "[analysis]") {
  const auto set_back = [](Duration by) {
    return steps_in(stream_of(2000, [=](int i) { return i % 2 * 900us - (i < 700 ? 0ns : by); }));
  };
  CHECK(set_back(2600us).empty());
  CHECK(set_back(2800us).size() == 1);
}

TEST_CASE("one late datagram does not hide that the clock is set back behind it", "[analysis]") {
  const auto found = steps_in(stream_of(2000, [](int i) { return i == 690 ? 65ms : i < 700 ? 0ms : -3ms; }));
  REQUIRE(found.size() == 1);
  CHECK(found[0].item == 700);
}

TEST_CASE("a clock that is set again while the first time is remembered is found", "[analysis]") {
  CHECK(steps_in(stream_of(
                     300, [](int i) { return i < 100   ? 0ms
                                             : i < 140 ? 3ms
                                                       : 6ms; }, 33'333us))
            .size() == 2);
}

TEST_CASE("a time from which on lateness wanders widely is no step of the clock", "[analysis]") {
  // Lateness as a triangle wave with a period of 60 datagrams.
  const auto wandering_by = [](Duration most) {
    return steps_in(stream_of(
        2000, [=](int i) { return i < 700 ? 0ns : 3ms + (std::abs((i - 685) % 60 - 30) - 15) * most / 15; }));
  };
  CHECK(wandering_by(1400us).empty());
  CHECK(wandering_by(500us).size() == 1);
}

TEST_CASE("items are held back only while a step is possible, and not for ever", "[analysis]") {
  ClockStepFilter<int> marker;
  const auto released = [&] {
    int count = 0;
    while (marker.poll()) ++count;
    return count;
  };
  for (int i = 0; i < 100; ++i) {
    marker.push(i, TimedDatagram{i * 1ms, i * 1ms});
    CHECK(released() == 1);
  }
  SECTION("256 datagrams decide") {
    for (int i = 100; i < 356; ++i) {
      marker.push(i, TimedDatagram{i * 1ms + 3ms, i * 1ms});
      CHECK(released() == 0);
    }
    marker.push(356, TimedDatagram{356ms + 3ms, 356ms});
    const auto first = marker.poll();
    REQUIRE(first);
    CHECK(first->item == 100);
    CHECK(first->step == Duration(3ms));
    CHECK(released() == 256);
  }
  SECTION("1 s decides") {
    marker.push(100, TimedDatagram{103ms, 100ms});
    marker.push(101, TimedDatagram{1102ms, 1099ms});
    CHECK(released() == 0);
    marker.push(102, TimedDatagram{1103ms, 1100ms});
    CHECK(released() == 3);
  }
  SECTION("items that tell no time are not waited for without end") {
    marker.push(100, TimedDatagram{103ms, 100ms});
    for (int i = 1; i < 4096; ++i) marker.push(0, std::nullopt);
    CHECK(released() == 0);
    marker.push(0, std::nullopt);
    CHECK(released() == 4097);
  }
  SECTION("the end decides") {
    marker.push(100, TimedDatagram{103ms, 100ms});
    CHECK(released() == 0);
    marker.finish();
    CHECK(released() == 1);
  }
}
