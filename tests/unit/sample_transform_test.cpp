// SPDX-License-Identifier: MIT
#include "idn/sample.hpp"

#include "support/catch.hpp"

using namespace idn;

TEST_CASE("nothing is turned by default", "[base]") {
  const LaserSample sample{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  CHECK(SampleTransform{}(sample) == sample);
}

TEST_CASE("axes flip about the centre, the lowest value becoming the highest", "[base]") {
  const LaserSample sample{.x = 100, .y = -32768, .x_prime = -7, .z = 5};
  CHECK(SampleTransform{.flip_x = true}(sample) == LaserSample{.x = -100, .y = -32768, .x_prime = 7, .z = 5});
  CHECK(SampleTransform{.flip_y = true}(sample).y == 32767);
  CHECK(SampleTransform{.swap_axes = true, .flip_x = true}(sample).x == 32767);
  CHECK(SampleTransform{.swap_axes = true, .flip_x = true}(sample).y == 100);
}

TEST_CASE("intensity can be the brightness of every colour", "[base]") {
  const LaserSample sample{
      .r = 65535, .g = 30000, .b = 1, .intensity = 32768, .u1 = 2, .u2 = 65535, .u3 = 40000};
  const auto dimmed = SampleTransform{.apply_intensity = true}(sample);
  CHECK(dimmed.r == 32768);
  CHECK(dimmed.g == 15000);
  CHECK(dimmed.b == 0);
  CHECK(dimmed.u1 == 1);
  CHECK(dimmed.u2 == 32768);
  CHECK(dimmed.u3 == 20000);
  CHECK(dimmed.intensity == 32768);
}

TEST_CASE("a span is turned sample by sample", "[base]") {
  std::array<LaserSample, 2> samples{LaserSample{.x = 1}, LaserSample{.x = 2}};
  SampleTransform{.flip_x = true}(samples);
  CHECK(samples[0].x == -1);
  CHECK(samples[1].x == -2);
}
