// SPDX-License-Identifier: MIT
// A picture that a receiver redraws by itself stays within the limits, pass after pass.
#include "output/frame_limiter.hpp"

#include "support/catch.hpp"
#include "support/repeats.hpp"
#include "unit/output/hostile_samples.hpp"
#include "unit/output/output_judge.hpp"

using namespace idn;
using namespace idn::output;
using namespace std::chrono_literals;

namespace {

constexpr SampleRate kFrameRate{30'000};

struct FrameCase {
  const char* name;
  OutputLimits limits;
};

std::vector<FrameCase> frame_cases() {
  using enum LimitAction;
  const ScannerLimit speed{1000, Clamp}, acceleration{6e6, Clamp};
  const PictureSize small{-0.7, 0.6, -0.55, 0.8, Clamp};
  const DwellLimit dwell{0.05, 2ms, 0.1, Blank}, dimmed{0.05, 500ms, 0.1, Clamp};
  const std::vector<Zone> zones{{{{-0.3, -0.4}, {0.5, -0.1}, {0.1, 0.6}}, Brightness::all(0), Blank}};
  return {{"speed", {.speed = speed}},
          {"acceleration", {.acceleration = acceleration, .picture = small}},
          {"brightness", {.brightness = {Brightness::all(0.5), Clamp}}},
          {"dwell", {.dwell = dwell}},
          {"dwell, dimmed", {.dwell = dimmed}},
          {"zones", {.zones = zones}},
          {"all",
           {.speed = speed, .acceleration = acceleration, .picture = small, .dwell = dimmed, .zones = zones}}};
}

constexpr int kPictures = test::repeats(20, 4);

}  // namespace

TEST_CASE("however often a picture is repeated, it stays within the limits", "[output]") {
  for (const FrameCase& one : frame_cases()) {
    CAPTURE(one.name);
    test::HostileSamples hostile(7, one.limits);
    FrameLimiter limiter({.limits = one.limits}, kFrameRate);
    for (int i = 0; i < kPictures; ++i) {
      const auto picture = hostile.packet(2 + hostile.number(600));
      const auto limited = limiter.limit(picture);
      REQUIRE(limited.size() == picture.size());
      test::OutputJudge judge(one.limits, kFrameRate);
      for (std::size_t pass = 0; pass * limited.size() < 60'000; ++pass) {
        judge.restart();  // the receiver makes the move from the end to the beginning
        for (const LaserSample& sample : limited) judge.judge(sample);
      }
      CHECK(judge.offence() == "");
    }
  }
}

TEST_CASE("a dot that is repeated is dimmed to its share, and stays lit", "[output]") {
  std::vector<LaserSample> picture(1000, LaserSample{.x = 20'000});
  std::fill_n(picture.begin() + 500, 100, LaserSample{.x = -20'000, .r = 0xFFFF});
  FrameLimiter limiter({.limits = {.dwell = {0.05, 500ms, 0.04, LimitAction::Clamp}}}, kFrameRate);
  double light = 0;
  for (const LaserSample& sample : limiter.limit(picture)) light += sample.r / 65535.0;
  CHECK(light / 1000 <= 0.0401);
  CHECK(light / 1000 > 0.03);
}

TEST_CASE("a picture within the limits, or without any, stays what it is", "[output]") {
  std::vector<LaserSample> picture;
  for (int i = 0; i < 500; ++i)
    picture.push_back({.x = static_cast<std::int16_t>(40 * std::min(i, 500 - i)), .g = 0xFFFF});
  picture.front() = blanked(picture.front());
  FrameLimiter none({}, kFrameRate);
  CHECK(none.limit(picture).data() == picture.data());
  FrameLimiter wide(
      {.limits = {.speed = {1000, LimitAction::Clamp}, .dwell = {0.01, 10ms, 1, LimitAction::Clamp}}},
      kFrameRate);
  const auto limited = wide.limit(picture);
  CHECK(std::vector(limited.begin(), limited.end()) == picture);
  CHECK(wide.counters().speed.value() == 0);
  CHECK(none.limit({}).empty());
}
