// SPDX-License-Identifier: MIT
#include "idn/analysis/media_clock.hpp"

#include "support/catch.hpp"
#include "support/near.hpp"

using namespace std::chrono_literals;
using idn::Duration;
using idn::analysis::LinearFit;
using idn::analysis::MediaClock;
using idn::test::Near;
using std::chrono::microseconds;

TEST_CASE("a line through scattered points has the least-squares slope", "[analysis]") {
  // By hand: mean x 2, mean y 3; sum of dx dy = 1 + 0 + 3 = 4 over sum of dx dx = 1 + 0 + 1 = 2.
  LinearFit fit;
  CHECK_FALSE(fit.slope().has_value());
  fit.add(1, 2);
  CHECK_FALSE(fit.slope().has_value());
  fit.add(2, 1);
  fit.add(3, 6);
  CHECK(fit.slope().value() == Near{2.0});
}

TEST_CASE("points one above the other have no slope", "[analysis]") {
  LinearFit fit;
  fit.add(5, 1);
  fit.add(5, 9);
  CHECK_FALSE(fit.slope().has_value());
}

TEST_CASE("the slope keeps its digits far away from zero", "[analysis]") {
  // A day in microseconds as x: raw sums of squares would have used up a double's digits.
  LinearFit fit;
  for (int i = 0; i < 1000; ++i) fit.add(8.64e10 + i * 1000.0, 1e6 + i * 0.037);
  CHECK(fit.slope().value() * 1e6 == Near{37, 1e-6});
}

TEST_CASE("a stream that follows its timestamps has neither jitter nor drift", "[analysis]") {
  MediaClock clock;
  CHECK_FALSE(clock.has_readings());
  for (int i = 0; i < 100; ++i) clock.add(5s + i * 1ms, microseconds(123 + i * 1000));
  CHECK(clock.has_readings());
  CHECK(clock.long_term_jitter().count() == 0);
  CHECK(clock.start_delay().count() == 0);
  CHECK(clock.drift_ppm().value() == Near{0});
}

TEST_CASE("long-term jitter is half the span, the start delay the largest lateness", "[analysis]") {
  // Lateness against the first datagram: 0, +300, -100 us.
  MediaClock clock;
  clock.add(10ms, 0us);
  clock.add(11'300us, 1000us);
  clock.add(11'900us, 2000us);
  CHECK(clock.long_term_jitter().count() == Near{200});
  CHECK(clock.start_delay().count() == Near{300});
}

TEST_CASE("a sender whose clock is 37 ppm slow drifts by +37 ppm", "[analysis]") {
  // One millisecond of media takes 1'000'037 ns of the capturing clock, an hour long, at today's absolute
  // times.
  MediaClock clock;
  const Duration start = 1'795'239'314s;
  for (std::int64_t i = 0; i < 3'600'000; i += 100)
    clock.add(start + Duration(i * 1'000'037), microseconds(i * 1000));
  CHECK(clock.drift_ppm().value() == Near{37, 1e-9});
}

TEST_CASE("a single timestamp tells no drift", "[analysis]") {
  MediaClock clock;
  clock.add(1s, 7us);
  CHECK_FALSE(clock.drift_ppm().has_value());
  CHECK(clock.long_term_jitter().count() == 0);
}

TEST_CASE("a timestamp out of all range is ignored", "[analysis]") {
  MediaClock clock;
  clock.add(0s, 0us);
  clock.add(1ms, 1000us);
  clock.add(2ms, microseconds(std::int64_t{1} << 61));
  clock.add(3ms, -microseconds(std::int64_t{1} << 61));
  CHECK(clock.long_term_jitter().count() == 0);
  CHECK(clock.drift_ppm().value() == Near{0});
}
