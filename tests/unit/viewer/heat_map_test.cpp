// SPDX-License-Identifier: MIT
#include "viewer/model/picture/heat_map.hpp"

#include "support/catch.hpp"
#include "unit/viewer/timelines.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

/// Full white at rest at (0.5, -0.25) for a tenth of the time, a white line for four tenths, else dark.
Timeline resting_tenth() {
  std::vector<LaserSample> samples;
  const LaserSample lit{.r = 65535, .g = 65535, .b = 65535};
  const auto add = [&](std::int16_t x, std::int16_t y, LaserSample sample, int count) {
    for (int i = 0; i < count; ++i)
      samples.push_back({.x = x, .y = y, .r = sample.r, .g = sample.g, .b = sample.b});
  };
  add(16383, -8191, {}, 250);
  add(16383, -8191, lit, 100);
  add(-30000, 30000, {}, 250);
  for (int i = 0; i < 400; ++i)
    samples.push_back(
        {.x = static_cast<std::int16_t>(-30000 + 150 * i), .y = 30000, .r = 65535, .g = 65535, .b = 65535});
  Timeline timeline;
  timeline.play_wave(at(0ms), 100ms, shown(samples));
  return timeline;
}

}  // namespace

TEST_CASE("the hottest spot is where the beam rests, with its share of light and time", "[viewer]") {
  const HeatMap map(resting_tenth(), at(0ms), at(100ms), {});
  const auto spot = map.hottest();
  REQUIRE(spot);
  CHECK(spot->middle.x == Approx(0.5).margin(1.0 / HeatMap::kSide));
  CHECK(spot->middle.y == Approx(-0.25).margin(1.0 / HeatMap::kSide));
  CHECK(spot->share_of_time == Approx(0.1));
  CHECK(spot->share_of_energy == Approx(0.2));
  CHECK(map.lit() == 50ms);
}

TEST_CASE("a dark stream has no hottest spot", "[viewer]") {
  Timeline dark;
  dark.play_wave(at(0ms), 10ms, shown({{.x = 5}, {.x = 6}}));
  const HeatMap map(dark, at(0ms), at(10ms), {});
  CHECK_FALSE(map.hottest());
  CHECK(map.lit() == 0ms);
  CHECK(map.picture({.width = 16, .height = 16}) == std::vector<std::uint32_t>(256, 0xFF000000));
}

TEST_CASE("light is weighed by its power", "[viewer]") {
  Timeline timeline;
  timeline.play_wave(at(0ms), 10ms,
                     shown({{.x = -20000, .r = 6553},
                            {.x = -20000, .r = 6553},
                            {.x = -20000, .r = 6553},
                            {.x = 20000},
                            {.x = 20000, .r = 65535, .g = 65535}}));
  CHECK(HeatMap(timeline, at(0ms), at(10ms), {}).hottest()->middle.x > 0.5);
}

TEST_CASE("the picture of the heat is brightest at the hottest spot", "[viewer]") {
  const HeatMap map(resting_tenth(), at(0ms), at(100ms), {});
  const PictureOptions options{.width = 400, .height = 400};
  const auto pixels = map.picture(options);
  const Pixel spot = Picture(options).pixel_of(map.hottest()->middle);
  const auto index = static_cast<std::size_t>(spot.y) * 400 + static_cast<std::size_t>(spot.x);
  CHECK(pixels[index] == 0xFFFFFFFF);
  CHECK(pixels[0] == 0xFF000000);
}
