// SPDX-License-Identifier: MIT
#include "latency/model/light.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "support/catch.hpp"
#include "support/repeats.hpp"

namespace idn::latency {
namespace {

using namespace std::chrono_literals;

constexpr double kTakeRate = 48'000;
constexpr int kTakes = 100;  ///< triggers of a recording, one every 100 ms

/// What a synthetic recording is made of, in samples of 48 kHz.
struct TakePlan {
  double noise = 0;   ///< standard deviation, as a share of the light's height
  double rise = 0;    ///< time in which the light rises to its height, linearly
  double lag = 0;     ///< if not 0: time constant of an exponential rise instead
  double period = 0;  ///< of pulses that dim it, half of each lit; 0: none
  float dark = -0.1f;
  float height = 0.6f;
};

struct Take {
  std::vector<float> trigger, light;
  std::vector<double> latencies;  ///< the true ones, in samples, until the light is at half its height
};

double uniform_of(std::mt19937_64& random) {
  return (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0;
}

double height_at(const TakePlan& plan, double since) {
  if (since < 0) return 0;
  if (plan.period > 0 && std::fmod(since, plan.period) >= plan.period / 2) return 0;
  if (plan.lag > 0) return 1 - std::exp(-since / plan.lag);
  return plan.rise > 0 ? std::min(since / plan.rise, 1.0) : 1;
}

/// Time that the light takes to rise to half its height.
double half_of(const TakePlan& plan) {
  return plan.lag > 0 ? plan.lag * std::numbers::ln2 : plan.rise / 2;
}

Take take_of(const TakePlan& plan, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::size_t step = 4800;
  Take take;
  take.trigger.assign(step * (kTakes + 1), 0.02f);
  take.light.assign(take.trigger.size(), 0);
  for (std::size_t k = 0; k < kTakes; ++k) {
    const double trigger = static_cast<double>(k * step) + 1000 + uniform_of(random);
    const double latency = 100 + 1500 * uniform_of(random);
    take.latencies.push_back(latency + half_of(plan));
    for (std::size_t i = k * step; i < (k + 1) * step; ++i) {
      const double at = static_cast<double>(i);
      // A converter averages over the time of one sample, so an edge within it gives an intermediate value.
      take.trigger[i] +=
          0.8f * static_cast<float>(std::clamp(at + 1 - trigger, 0.0, 1.0) - (at > trigger + 96 ? 1 : 0));
      double height = 0;
      for (int part = 0; part < 8 && at > trigger && at < trigger + latency + 1200; ++part)
        height += height_at(plan, at + (part + 0.5) / 8 - trigger - latency) / 8;
      take.light[i] = static_cast<float>(height);
    }
  }
  for (float& x : take.light) {
    const double noise =
        std::sqrt(-2 * std::log(uniform_of(random))) * std::cos(2 * std::numbers::pi * uniform_of(random));
    x = plan.dark + plan.height * (x + static_cast<float>(plan.noise * noise));
  }
  return take;
}

/// Share of the latencies that are right to within one sample; 0 where triggers or light are missing.
double share_right(const Take& take) {
  const LightMeasurement found = find_light(take.trigger, take.light, {.sample_rate = kTakeRate});
  CHECK(found.triggers == take.latencies.size());
  CHECK(found.without_light == 0);
  CHECK(found.already_lit == 0);
  if (found.latencies.size() != take.latencies.size()) return 0;
  int right = 0;
  for (std::size_t i = 0; i < take.latencies.size(); ++i) {
    const double seen = in_seconds(found.latencies[i]) * kTakeRate;
    if (std::abs(seen - take.latencies[i]) <= 1) ++right;
  }
  return right / static_cast<double>(take.latencies.size());
}

TEST_CASE("light is found to a sample in 99 of 100 triggers", "[analysis]") {
  const auto seed = GENERATE(range(1u, test::repeats(4u, 2u)));
  SECTION("behind 20 dB of noise") {
    const double rise = GENERATE(0.0, 2.0, 5.0, 8.0);
    CAPTURE(seed, rise);
    CHECK(share_right(take_of({.noise = 0.1, .rise = rise}, seed)) >= 0.99);
  }
  SECTION("where pulses dim it, with noise and without") {
    const double period = GENERATE(4.0, 8.0, 48.0, 240.0);  // 12 kHz to 200 Hz
    const double noise = GENERATE(0.0, 0.01, 0.1);
    CAPTURE(seed, period, noise);
    CHECK(share_right(take_of({.noise = noise, .period = period}, seed)) >= 0.99);
  }
  SECTION("where it rises slowly") {
    const double rise = GENERATE(24.0, 48.0, 240.0);  // 0.5 to 5 ms
    const double noise = GENERATE(0.0, 0.003, 0.01);  // none, 50 dB, 40 dB
    CAPTURE(seed, rise, noise);
    CHECK(share_right(take_of({.noise = noise, .rise = rise}, seed)) >= 0.99);
  }
  SECTION("where it rises as behind a resistor and a capacitor") {
    const double lag = GENERATE(2.0, 12.0, 48.0);
    const double noise = GENERATE(0.0, 0.01);
    CAPTURE(seed, lag, noise);
    CHECK(share_right(take_of({.noise = noise, .lag = lag}, seed)) >= 0.99);
  }
}

TEST_CASE("triggers without light, and those that come while it is lit, are counted", "[analysis]") {
  Take take = take_of({.noise = 0.05}, 7);
  const auto dark = [&](std::size_t trigger) {
    std::fill_n(take.light.begin() + static_cast<std::ptrdiff_t>(trigger * 4800 + 900), 3900, -0.1f);
  };
  dark(3);
  dark(10);
  std::fill_n(take.light.begin() + 20 * 4800 + 900, 300, 0.5f);
  const LightMeasurement found = find_light(take.trigger, take.light, {.sample_rate = kTakeRate});
  CHECK(found.triggers == kTakes);
  CHECK(found.without_light == 2);
  CHECK(found.already_lit == 1);
  CHECK(found.latencies.size() == kTakes - 3);
}

TEST_CASE("light that comes too late does not count", "[analysis]") {
  const Take take = take_of({}, 8);
  const LightMeasurement found =
      find_light(take.trigger, take.light, {.sample_rate = kTakeRate, .longest = 20ms});
  const auto early = std::ranges::count_if(take.latencies, [](double samples) { return samples < 960; });
  CHECK(found.latencies.size() == static_cast<std::size_t>(early));
  CHECK(found.without_light == kTakes - static_cast<std::size_t>(early));
}

TEST_CASE("a recording without triggers or light says so", "[analysis]") {
  const Take take = take_of({.noise = 0.1}, 9);
  const std::vector<float> silence(take.light.size(), 0.25f);
  std::vector<float> hiss = take.light;
  std::mt19937_64 random(1);
  for (float& x : hiss) {
    x = 0;
    for (int i = 0; i < 12; ++i) x += static_cast<float>(uniform_of(random) - 0.5) / 10;
  }
  for (const auto& nothing : {silence, hiss, std::vector<float>{}}) {
    CHECK(find_light(nothing, take.light, {}).triggers == 0);
    const LightMeasurement dark = find_light(take.trigger, nothing, {});
    CHECK(dark.latencies.empty());
    CHECK(dark.without_light == dark.triggers);
  }
}

}  // namespace
}  // namespace idn::latency
