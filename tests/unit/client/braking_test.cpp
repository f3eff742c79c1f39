// SPDX-License-Identifier: MIT
#include "client/braking.hpp"

#include "support/catch.hpp"

namespace idn::client {
namespace {

/// Step by step, each slower by the acceleration.
std::int64_t way_to_rest(std::int64_t speed, std::int64_t acceleration) {
  std::int64_t way = 0;
  for (; speed > 0; speed -= acceleration) way += speed;
  return way;
}

struct BrakingLimits {
  std::int32_t speed;
  std::int32_t acceleration;
};

TEST_CASE("the fastest step from which a scanner comes to rest in time", "[output]") {
  // From the smallest that there are to no limits at all.
  const auto limits = GENERATE(BrakingLimits{983, 39}, BrakingLimits{3276, 436}, BrakingLimits{65'535, 2},
                               BrakingLimits{1, 2}, BrakingLimits{700, 3}, BrakingLimits{65'535, 131'072},
                               BrakingLimits{40'000, 20'000}, BrakingLimits{65'535, 39});
  Braking braking;
  braking.set_limits(limits.speed, limits.acceleration);
  std::int64_t fastest = 0;
  for (std::int32_t distance = 0; distance <= Braking::kFarthest; ++distance) {
    while (way_to_rest(fastest + 1, limits.acceleration) <= distance) ++fastest;
    const std::int64_t found = braking.fastest_within(distance);
    const bool makes_no_difference = found >= 2 * limits.speed && fastest >= found;
    if (found == fastest || makes_no_difference) continue;
    CAPTURE(limits.speed, limits.acceleration, distance, found);
    REQUIRE(found == fastest);
  }
  CHECK(fastest > 0);
}

TEST_CASE("limits of braking change", "[output]") {
  Braking braking;
  braking.set_limits(65'535, 2);
  braking.set_limits(1000, 100);
  CHECK(braking.fastest_within(0) == 0);
  CHECK(braking.fastest_within(100) == 100);
  CHECK(braking.fastest_within(300) == 200);  // 200 and 100
  CHECK(braking.fastest_within(299) == 199);
  CHECK(braking.fastest_within(600) == 300);  // 300, 200 and 100
}

}  // namespace
}  // namespace idn::client
