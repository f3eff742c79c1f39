// SPDX-License-Identifier: MIT
#include "client/content/wait_meter.hpp"

#include "support/catch.hpp"

using namespace idn;
using namespace std::chrono_literals;
using client::WaitMeter;

namespace {

constexpr TimePoint kBegin{1000s};

}  // namespace

TEST_CASE("each sample waits from its own mark to the time of its datagram", "[client]") {
  WaitMeter meter(1us);
  meter.mark(0, kBegin);           // samples 0 to 9
  meter.mark(10, kBegin + 100us);  // 10 to 19
  meter.take(0, 15, kBegin + 200us);
  CHECK(meter.waits().count() == 15);
  CHECK(meter.waits().longest() == 200us);
  CHECK(meter.waits().nearest_rank(5 / 15.0) == 101us);  // 10 to 14; to the end of the bucket
  meter.take(15, 5, kBegin + 300us);
  CHECK(meter.waits().count() == 20);
  CHECK(meter.waits().longest() == 200us);
  CHECK(meter.waits().nearest_rank(0.75) == 200us);
}

TEST_CASE("what was dropped has not waited, and what comes behind it has its own mark", "[client]") {
  WaitMeter meter(1us);
  meter.mark(0, kBegin);
  meter.mark(10, kBegin + 1s);
  meter.take(10, 10, kBegin + 1001ms);
  CHECK(meter.waits().count() == 10);
  CHECK(meter.waits().longest() == 1ms);
}

TEST_CASE("marks that come faster than the resolution are those before, so no wait is told too short",
          "[client]") {
  WaitMeter meter(10us);
  for (int i = 0; i < 100; ++i) meter.mark(static_cast<std::uint64_t>(i), kBegin + i * 1us);
  meter.take(99, 1, kBegin + 100us);
  CHECK(meter.waits().longest() == 10us);  // written 1 us before, but its mark is that of sample 90
}

TEST_CASE("where there is no room for another mark, waits are told too long rather than too short",
          "[client]") {
  WaitMeter meter(1us);
  for (int i = 0; i < 5000; ++i) meter.mark(static_cast<std::uint64_t>(i), kBegin + i * 1ms);
  meter.take(4999, 1, kBegin + 5s);
  CHECK(meter.waits().longest() >= 1ms);
  meter.mark(5000, kBegin + 6s);  // there is room for a mark again
  meter.take(5000, 1, kBegin + 6s + 7ms);
  CHECK(meter.waits().nearest_rank(0.5) == 7008us);  // 7 ms; buckets of 32 us there
}
