// SPDX-License-Identifier: MIT
#include "analysis/generalised_pareto.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/catch.hpp"

namespace idn::analysis {
namespace {

/// Sorted, by the linear congruential generator of Numerical Recipes, upper 16 bits.
std::vector<double> excesses(double shape, int count, std::uint32_t seed) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) {
    seed = seed * 1664525 + 1013904223;
    const double u = ((seed >> 16) + 0.5) / 65536;
    values.push_back(shape == 0 ? -1000 * std::log(u) : 1000 * (std::pow(u, -shape) - 1) / shape);
  }
  std::ranges::sort(values);
  return values;
}

WeightedMoments moments_of(const std::vector<double>& values) {
  WeightedMoments moments(static_cast<double>(values.size()));
  for (const double value : values) moments.add(value, 1);
  return moments;
}

TEST_CASE("peaks over threshold give the tail that scipy gives", "[analysis]") {
  struct Expected {
    double of_shape;
    int count;
    std::uint32_t seed;
    double ratio, a0, a1, shape, scale, quantile, error;
  };
  // Printed by generalised_pareto_reference.py.
  const Expected expected = GENERATE(
      Expected{0, 200, 1, 50, 1040.01843, 251.661448, 0.062181703, 975.348316, 4319.7023, 504.975523},
      Expected{0.2, 400, 2, 20, 1154.49023, 239.228236, 0.292259504, 817.079491, 3914.44528, 368.447387},
      Expected{-0.3, 300, 3, 100, 730.914378, 211.678194, -0.376509148, 1006.11033, 2200.3049, 147.901483});
  CAPTURE(expected.seed);
  const WeightedMoments moments = moments_of(excesses(expected.of_shape, expected.count, expected.seed));
  CHECK(moments.a0() == Approx(expected.a0).epsilon(1e-8));
  CHECK(moments.a1() == Approx(expected.a1).epsilon(1e-8));
  const auto tail = GeneralisedPareto::fit(moments);
  CHECK(tail.shape == Approx(expected.shape).epsilon(1e-6));
  CHECK(tail.scale == Approx(expected.scale).epsilon(1e-6));
  const IntervalEstimate excess = tail_quantile(tail, expected.ratio, expected.count);
  CHECK(excess.value == Approx(expected.quantile).epsilon(1e-6));
  CHECK(excess.error == Approx(expected.error).epsilon(1e-3));
}

TEST_CASE("equal values count alike one by one and as a group", "[analysis]") {
  WeightedMoments single(6), grouped(6);
  for (const double value : {1.0, 2.0, 2.0, 2.0, 5.0, 5.0}) single.add(value, 1);
  grouped.add(1, 1);
  grouped.add(2, 3);
  grouped.add(5, 2);
  CHECK(grouped.a0() == Approx(single.a0()));
  CHECK(grouped.a1() == Approx(single.a1()));
}

TEST_CASE("the quantile of a tail is continuous where its shape passes 0", "[analysis]") {
  const double log_ratio = std::log(100.0);
  // At 1e-3 / ln 100 another formula is used.
  for (const double shape : {-1e-9, 0.0, 1e-9, 2.17e-4, 2.18e-4, -2.17e-4, -2.18e-4}) {
    CAPTURE(shape);
    const IntervalEstimate excess = tail_quantile({.shape = shape, .scale = 3}, 100, 50);
    CHECK(excess.value == Approx(3 * log_ratio * (1 + shape * log_ratio / 2)).epsilon(1e-6));
    CHECK(excess.error == Approx(tail_quantile({.shape = 0, .scale = 3}, 100, 50).error).epsilon(2e-3));
  }
}

TEST_CASE("excesses without spread have no tail", "[analysis]") {
  WeightedMoments equal(10), none(10);
  equal.add(0, 10);
  CHECK(GeneralisedPareto::fit(equal).scale == 0);
  CHECK(GeneralisedPareto::fit(none).scale == 0);
}

}  // namespace
}  // namespace idn::analysis
