// SPDX-License-Identifier: MIT
#include "output/braking.hpp"

#include <algorithm>

#include "support/catch.hpp"

namespace idn::output {
namespace {

/// Distance to a stop, step by step, with a speed that decreases by the acceleration.
std::int64_t way_to_rest(std::int64_t speed, std::int64_t acceleration) {
  std::int64_t way = 0;
  for (; speed > 0; speed -= acceleration) way += speed;
  return way;
}

struct BrakingLimits {
  std::int32_t speed;
  std::int32_t acceleration;
};

/// A Braking with these limits.
Braking braking_within(BrakingLimits limits) {
  Braking braking;
  braking.set_limits(limits.speed, limits.acceleration);
  return braking;
}

BrakingLimits any_limits() {
  return GENERATE(BrakingLimits{983, 39}, BrakingLimits{3276, 436}, BrakingLimits{65'535, 2},
                  BrakingLimits{1, 2}, BrakingLimits{700, 3}, BrakingLimits{65'535, 131'072},
                  BrakingLimits{40'000, 20'000}, BrakingLimits{65'535, 39}, BrakingLimits{983, 4},
                  BrakingLimits{20, 64});
}

/// Number of samples from rest to rest if each step is the fastest within the limits and `fastest`.
template <class Fastest>
int samples_to(std::int32_t distance, BrakingLimits limits, Fastest&& fastest) {
  int samples = 0;
  for (std::int32_t speed = 0; distance != 0 || speed != 0; ++samples) {
    REQUIRE(samples < 1000);
    const std::int32_t most = std::min(speed + limits.acceleration, limits.speed);
    const std::int32_t least = std::max(speed - limits.acceleration, 0);
    speed = std::clamp(fastest(distance), least, most);
    distance -= speed;
    REQUIRE(distance >= 0);
  }
  return samples;
}

TEST_CASE("a scanner comes to rest within every distance, and never has to brake harder than it may",
          "[output]") {
  const BrakingLimits limits = any_limits();
  const Braking braking = braking_within(limits);
  const std::int32_t sign = GENERATE(1, -1);
  const auto fastest = [&](std::int32_t distance) { return sign * braking.fastest_within(sign * distance); };
  std::int32_t before = 0;
  for (std::int32_t distance = 0; distance <= Braking::kFarthest; ++distance) {
    const std::int32_t speed = fastest(distance);
    const bool is_right = speed >= before && speed <= distance &&
                          speed >= std::min(distance, limits.acceleration) &&
                          way_to_rest(speed, limits.acceleration) <= distance &&
                          fastest(distance - speed) >= speed - limits.acceleration;
    before = speed;
    if (is_right) continue;
    CAPTURE(limits.speed, limits.acceleration, sign, distance, speed);
    REQUIRE(is_right);
  }
}

TEST_CASE("a table of parts takes hardly longer to a target than braking as late as possible", "[output]") {
  // Scanners of 30 kpps at 30 and at 100 kHz, and slow ones.
  const auto limits = GENERATE(BrakingLimits{3276, 436}, BrakingLimits{983, 39}, BrakingLimits{655, 10},
                               BrakingLimits{400, 20});
  const Braking braking = braking_within(limits);
  const auto latest = [&](std::int32_t distance) {
    std::int32_t speed = 0;
    while (way_to_rest(speed + 1, limits.acceleration) <= distance) ++speed;
    return speed;
  };
  for (const std::int32_t distance : {1, 50, 200, 1000, 3000, 10'000, 40'000, 65'535}) {
    const int least = samples_to(distance, limits, latest);
    const int taken = samples_to(distance, limits, [&](std::int32_t d) { return braking.fastest_within(d); });
    CAPTURE(limits.speed, limits.acceleration, distance, least, taken);
    CHECK(taken <= least + std::max(1, least / 8));
  }
}

TEST_CASE("the same limits share a table, as long as somebody uses it", "[output]") {
  const auto one = shared_braking(983, 39);
  CHECK(shared_braking(983, 39) == one);
  CHECK(shared_braking(983, 40) != one);
  CHECK(shared_braking(984, 39) != one);
  const Braking alone = braking_within({983, 39});
  for (std::int32_t distance = -Braking::kFarthest; distance <= Braking::kFarthest; distance += 13)
    REQUIRE(one->fastest_within(distance) == alone.fastest_within(distance));
  std::weak_ptr<const Braking> unused = shared_braking(500, 50);
  CHECK(unused.expired());
}

TEST_CASE("limits of braking change", "[output]") {
  Braking braking;
  braking.set_limits(65'535, 2);
  braking.set_limits(1000, 100);
  CHECK(braking.fastest_within(0) == 0);
  CHECK(braking.fastest_within(100) == 100);
  CHECK(braking.fastest_within(300) == 200);  // 200 and 100
  CHECK(braking.fastest_within(299) == 198);  // rounded down to 296 by the table
  CHECK(braking.fastest_within(600) == 300);  // 300, 200 and 100
  CHECK(braking.fastest_within(-600) == -braking.fastest_within(599));
}

}  // namespace
}  // namespace idn::output
