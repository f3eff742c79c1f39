// SPDX-License-Identifier: MIT
#include "idn/analysis/time_axis.hpp"

#include "support/catch.hpp"
#include "support/near.hpp"

using namespace std::chrono_literals;
using idn::Duration;
using idn::analysis::MediaClock;
using idn::test::Near;
using std::chrono::microseconds;

TEST_CASE("a stream that follows its timestamps has no jitter", "[analysis]") {
  MediaClock clock;
  for (int i = 0; i < 100; ++i) clock.add(5s + i * 1ms, microseconds(123 + i * 1000));
  CHECK(clock.long_term_jitter().count() == 0);
  CHECK(clock.start_delay().count() == 0);
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

TEST_CASE("a single timestamp has no jitter", "[analysis]") {
  MediaClock clock;
  clock.add(1s, 7us);
  CHECK(clock.long_term_jitter().count() == 0);
}

TEST_CASE("a timestamp out of all range is ignored", "[analysis]") {
  MediaClock clock;
  clock.add(0s, 0us);
  clock.add(1ms, 1000us);
  clock.add(2ms, microseconds(std::int64_t{1} << 61));
  clock.add(3ms, -microseconds(std::int64_t{1} << 61));
  CHECK(clock.long_term_jitter().count() == 0);
}
