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

TEST_CASE("helios: frames beyond the limits are fitted as the original library does", "[plugins]") {
  using plugins::helios::apply, plugins::helios::fit_frame;
  const auto is = [](int rate, int count, std::uint32_t new_rate, std::uint32_t repeat, std::uint32_t step) {
    const auto fit = fit_frame(rate, count, 20'492);
    return fit && fit->rate == new_rate && fit->repeat == repeat && fit->step == step;
  };
  CHECK(is(100'000, 20'492, 100'000, 1, 1));
  CHECK(is(7, 20, 7, 1, 1));
  CHECK(is(100'001, 3000, 50'000, 1, 2));
  CHECK(is(1'000'000, 3000, 90'909, 1, 11));
  CHECK(is(30'000, 20'493, 15'000, 1, 2));
  CHECK(is(6, 30, 12, 2, 1));
  CHECK(is(1, 30, 8, 8, 1));
  CHECK(is(30'000, 19, 60'000, 2, 1));
  CHECK(is(30'000, 10, 90'000, 3, 1));
  CHECK(fit_frame(0, 300, 20'492).error() == -6);
  CHECK(fit_frame(-1, 300, 20'492).error() == -6);
  CHECK(fit_frame(1, 4000, 20'492).error() == -6);
  CHECK(fit_frame(30'000, 1, 20'492).error() == -7);
  CHECK(fit_frame(30'000, -1, 20'492).error() == -4);
  CHECK(fit_frame(10, 30'000, 20'492).error() == -4);

  const std::vector<LaserSample> three{{.x = 1}, {.x = 2}, {.x = 3}};
  CHECK(apply({.rate = 1}, three) == three);
  CHECK(apply({.rate = 1, .repeat = 2}, three) ==
        std::vector<LaserSample>{{.x = 1}, {.x = 1}, {.x = 2}, {.x = 2}, {.x = 3}, {.x = 3}});
  CHECK(apply({.rate = 1, .step = 2}, three) == std::vector<LaserSample>{{.x = 1}});
  CHECK(apply({.rate = 1, .step = 5}, three) == std::vector<LaserSample>{{.x = 1}});
}

TEST_CASE("helios: points of EzAudDac beyond their range are brought to its edge", "[plugins]") {
  const AudioPoint point{.x = -5, .y = 4096, .r = 256, .g = -1, .b = 128, .i = 0, .left = 0, .right = 0};
  CHECK(to_samples(std::span(&point, 1)).front() ==
        LaserSample{.x = -32768, .y = 32767, .r = 0xFFFF, .b = 0x8080, .intensity = 0xFFFF});
}
