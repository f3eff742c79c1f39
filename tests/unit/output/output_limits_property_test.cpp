// SPDX-License-Identifier: MIT
// Whatever the input, no sample of the output is beyond a limit. For other runs: IDN_OUTPUT_SAMPLES,
// IDN_OUTPUT_SEED and IDN_OUTPUT_LIMIT (the beginning of its name); for a long one: lab/output-limits.
#include <cstdlib>
#include <iostream>

#include "output/output_stage.hpp"
#include "support/catch.hpp"
#include "unit/output/hostile_samples.hpp"
#include "unit/output/output_judge.hpp"

using namespace idn;
using namespace idn::output;
using namespace std::chrono_literals;

namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

#if defined(IDN_SANITIZED) || !defined(NDEBUG)  // several times slower
constexpr std::uint64_t kUsualSamples = 50'000;
#else
constexpr std::uint64_t kUsualSamples = 1'000'000;
#endif
const std::uint64_t kHostileSamples = from_environment("IDN_OUTPUT_SAMPLES", kUsualSamples);
const std::uint64_t kHostileSeed = from_environment("IDN_OUTPUT_SEED", 1);

const Polygon kTriangle{{-0.3, -0.4}, {0.5, -0.1}, {0.1, 0.6}};
const Polygon kHook{{-0.9, -0.9}, {-0.2, -0.9}, {-0.2, -0.5}, {-0.7, -0.6}, {-0.6, 0.4}, {-0.9, 0.3}};
const Polygon kStage{{-1, -0.6}, {1, -0.6}, {0.9, 1}, {-0.8, 0.9}};
const Polygon kWing{{0.2, -0.9}, {1, -0.9}, {1, 0}, {0.6, -0.2}, {0.2, 0}};

constexpr PictureSize kSmall{-0.7, 0.6, -0.55, 0.8};

struct Case {
  const char* name;
  OutputLimits limits;
  std::vector<std::uint32_t> rates{30'000};
};

std::vector<Case> many_limits() {
  using enum LimitAction;
  const ScannerLimit speed{1000, Clamp}, acceleration{6e6, Clamp};
  auto small = kSmall;
  small.action = Clamp;
  auto dark_outside = kSmall;
  dark_outside.action = Blank;
  const BrightnessLimit dim{{0.5, 0.25, 1, 0, 0.1, 0.7}, Clamp};
  const DwellLimit dwell{0.05, 2ms, 0.1, Blank};
  auto dimmed = dwell;
  dimmed.action = Clamp;
  const std::vector<Zone> zones{{kTriangle, Brightness::all(0), Blank}, {kHook, Brightness::all(0.2), Clamp}};
  const std::vector<AllowedZones> allowed{{{kStage, kWing}, Blank}};
  return {
      {"speed", {.speed = speed}, {10'000, 30'000, 100'000}},
      {"speed, blanked", {.speed = {500, Blank}}, {30'000, 40'000}},
      {"acceleration", {.acceleration = acceleration}, {30'000, 100'000}},
      {"acceleration, blanked", {.acceleration = {6e6, Blank}}},
      {"picture", {.picture = small}},
      {"picture, blanked", {.picture = dark_outside}},
      {"speed, acceleration and picture",
       {.speed = speed, .acceleration = acceleration, .picture = small},
       {10'000, 30'000, 55'555, 100'000}},
      {"brightness", {.brightness = dim}},
      {"brightness, blanked", {.brightness = {{0.5, 0.25, 1, 0.9, 0.1, 0.7}, Blank}}},
      {"dwell", {.dwell = dwell}, {30'000, 100'000}},
      {"dwell, dimmed", {.dwell = dimmed}, {8'000, 30'000, 100'000}},
      {"zones", {.zones = zones}},
      {"allowed", {.allowed = allowed}},
      {"all",
       {.speed = speed,
        .acceleration = acceleration,
        .picture = small,
        .brightness = dim,
        .dwell = dimmed,
        .zones = zones,
        .allowed = allowed},
       {30'000, 100'000}},
  };
}

/// Passes hostile samples through a stage, in packets of any size, with new rates and restarts now and then.
test::OutputJudge judged(const Case& one, const OutputOptions& options, std::uint64_t seed) {
  test::HostileSamples hostile(seed, one.limits);
  SampleRate rate{one.rates.front()};
  OutputStage stage(options, rate);
  test::OutputJudge judge(one.limits, rate);
  while (judge.samples() < kHostileSamples && judge.offence().empty()) {
    if (hostile.number(300) == 0) {
      rate = {one.rates[hostile.number(one.rates.size())]};
      stage.set_rate(rate);
      judge.set_rate(rate);
    }
    if (hostile.number(1000) == 0) {
      stage.restart();
      judge.restart();
    }
    auto samples = hostile.packet(1 + hostile.number(300));
    stage.process(samples);
    for (const LaserSample& sample : samples) judge.judge(sample);
  }
  return judge;
}

void check_limits(const OutputOptions& everything_else) {
  const char* const only = std::getenv("IDN_OUTPUT_LIMIT");
  for (const Case& one : many_limits()) {
    if (only != nullptr && !std::string_view(one.name).starts_with(only)) continue;
    OutputOptions options = everything_else;
    options.limits = one.limits;
    REQUIRE_FALSE(problem_in(options));
    const auto judge = judged(one, options, kHostileSeed);
    CAPTURE(one.name);
    CHECK(judge.offence() == "");
    std::cout << one.name << ": " << judge.samples() << " samples, nothing beyond; used up to "
              << judge.most_used() * 100 << " %" << std::endl;
  }
}

}  // namespace

TEST_CASE("nothing beyond a limit leaves whatever comes in", "[output]") {
  std::cout << "seed=" << kHostileSeed << '\n';
  check_limits({});
}

TEST_CASE("limits hold behind orientation, balance and colour shift", "[output]") {
  check_limits({.orientation = {.mirror_x = true, .rotate_degrees = 33, .scale = 1.7, .offset_y = -0.3},
                .balance = {.red = 0.9, .green = 0.5},
                .colour_shift = 123us});
  check_limits({.orientation = {.mirror_y = true}, .colour_shift = -200us});
}

TEST_CASE("the judge finds what is beyond each of the limits", "[output]") {
  for (const Case& one : many_limits()) {
    const auto judge =
        judged(one, {.limits = {.zones = {{kTriangle, Brightness::all(1), LimitAction::Clamp}}}}, kHostileSeed);
    CAPTURE(one.name);
    CHECK(judge.offence() != "");
    CHECK(judge.offence() != "the first sample is lit");
  }
}
