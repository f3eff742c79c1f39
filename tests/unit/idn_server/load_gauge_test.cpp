// SPDX-License-Identifier: MIT
#include "idn_server/load_gauge.hpp"

#include "support/catch.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;

/// Arrivals at equal intervals for 100 ms.
void feed(LoadGauge& gauge, TimePoint& now, Duration distance) {
  for (const TimePoint end = now + 100ms; now < end; now += distance) gauge.add(1, now);
}

TEST_CASE("the server is busy above ten thousand datagrams per second, and not any more below", "[server]") {
  LoadGauge gauge;
  TimePoint now{1000s};
  CHECK_FALSE(gauge.is_busy());
  feed(gauge, now, 110us);
  CHECK_FALSE(gauge.is_busy());
  feed(gauge, now, 90us);
  CHECK(gauge.is_busy());
  feed(gauge, now, 110us);
  CHECK_FALSE(gauge.is_busy());
}

TEST_CASE("many datagrams over a long time are no load", "[server]") {
  LoadGauge gauge;
  TimePoint now{1000s};
  feed(gauge, now, 10us);
  CHECK(gauge.is_busy());
  gauge.add(500, now + 1s);
  CHECK_FALSE(gauge.is_busy());
}

}  // namespace
}  // namespace idn::server
