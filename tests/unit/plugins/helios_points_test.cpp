// SPDX-License-Identifier: MIT
#include "plugins/helios/points.hpp"

#include "support/catch.hpp"

using namespace idn;
using plugins::AudioPoint;
using plugins::helios::to_sample;
using plugins::helios::to_samples;

TEST_CASE("helios: points of 12 bits reach both edges of the picture, and colours are full at 255",
          "[plugins]") {
  CHECK(to_sample(HeliosPoint{.x = 0, .y = 4095, .r = 255, .g = 1, .b = 0, .i = 0}) ==
        LaserSample{.x = -32768, .y = 32767, .r = 0xFFFF, .g = 0x0101, .intensity = 0xFFFF});
  CHECK(to_sample(HeliosPoint{.x = 2048, .y = 2047, .r = 0, .g = 0, .b = 0, .i = 255}) ==
        LaserSample{.x = 8, .y = -9});
  CHECK(to_sample(HeliosPoint{.x = 5000, .y = 65535, .r = 0, .g = 0, .b = 0, .i = 0}) ==
        LaserSample{.x = 32767, .y = 32767});
}

TEST_CASE("helios: points of 16 bits are taken as they are", "[plugins]") {
  CHECK(to_sample(HeliosPointHighRes{.x = 0, .y = 65535, .r = 1, .g = 2, .b = 65535}) ==
        LaserSample{.x = -32768, .y = 32767, .r = 1, .g = 2, .b = 65535, .intensity = 0xFFFF});
  CHECK(to_sample(HeliosPointExt{.x = 32768,
                                 .y = 32769,
                                 .r = 0,
                                 .g = 0,
                                 .b = 0,
                                 .i = 7,
                                 .user1 = 1,
                                 .user2 = 2,
                                 .user3 = 3,
                                 .user4 = 32770}) ==
        LaserSample{.x = 0, .y = 1, .intensity = 0xFFFF, .u1 = 1, .u2 = 2, .u3 = 3, .x_prime = 2});
}

TEST_CASE("helios: points of EzAudDac beyond their range are brought to its edge", "[plugins]") {
  const AudioPoint point{.x = -5, .y = 4096, .r = 256, .g = -1, .b = 128, .i = 0, .left = 0, .right = 0};
  CHECK(to_samples(std::span(&point, 1)).front() ==
        LaserSample{.x = -32768, .y = 32767, .r = 0xFFFF, .b = 0x8080, .intensity = 0xFFFF});
}
