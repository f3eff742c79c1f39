// SPDX-License-Identifier: MIT
#include "idn/analysis/rate_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "idn/analysis/time_axis.hpp"
#include "support/catch.hpp"
#include "support/near.hpp"
#include "support/noise.hpp"

using namespace std::chrono_literals;
using idn::Duration;
using idn::analysis::MediaClock;
using idn::analysis::RateError;
using idn::analysis::RateErrorEstimator;
using idn::test::Near;
using idn::test::Noise;
using std::chrono::microseconds;

namespace {

/// The upper half of the generator of Numerical Recipes, as in rate_error_reference.py.
class Steps {
 public:
  explicit Steps(std::uint32_t seed) : state_(seed) {}
  std::int64_t next() {
    state_ = state_ * 1664525u + 1013904223u;
    return state_ >> 16;
  }

 private:
  std::uint32_t state_;
};

std::int64_t floor_of(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// Time axes with these numbers of datagrams, whose lateness is autocorrelated (AR(1), factor 19/20).
RateErrorEstimator wandering(std::initializer_list<int> axes, std::uint32_t seed) {
  Steps steps(seed);
  RateErrorEstimator estimator;
  for (const int count : axes) {
    estimator.begin_axis();
    std::int64_t media = 0, walk = 0;
    for (int i = 0; i < count; ++i) {
      media += 700 + steps.next() % 600;
      walk = floor_of(walk * 19, 20) + steps.next() - 32768;
      estimator.add(5s + Duration(media * 1000 + walk + media * 37 / 1000), microseconds(777 + media));
    }
  }
  return estimator;
}

/// @param tolerance of the interval's width; larger for few datagrams, as the quantile of Student's t is
/// approximated
void check(const RateErrorEstimator& estimator, double ppm, const RateError::Interval& expected,
           double tolerance = 1e-3) {
  const auto result = estimator.result();
  REQUIRE(result);
  CHECK(result->ppm == Near{ppm, 1e-8});
  CHECK(*estimator.ppm() == result->ppm);
  REQUIRE(result->interval);
  tolerance *= expected.margin_ppm();
  CHECK(std::abs(result->interval->low_ppm - expected.low_ppm) < tolerance);
  CHECK(std::abs(result->interval->high_ppm - expected.high_ppm) < tolerance);
}

struct Coverage {
  double untold = 0;  ///< share of the seeds without an interval
  double share = 0;   ///< of the intervals that contain the true value
  double width = 0;   ///< median width divided by 2 * 1.96 standard deviations of the estimates
};

constexpr double kTruth = 37;
constexpr int kSeeds = 300;
constexpr int kDatagrams = 4000;

/// The estimate for a capture of four seconds, whose lateness has a standard deviation of 100 us.
/// @param correlation_time in datagrams; 0: white noise
RateError estimated(std::uint64_t seed, double correlation_time) {
  Noise noise(seed);
  const double decay = correlation_time > 0 ? std::exp(-1 / correlation_time) : 0;
  double state = noise.normal();
  RateErrorEstimator estimator;
  for (int i = 0; i < kDatagrams; ++i) {
    const double lateness_ns = 100e3 * state + i * kTruth;  // a datagram takes a millisecond
    estimator.add(i * 1ms + Duration(std::llround(lateness_ns)), i * 1000us);
    state = decay * state + std::sqrt(1 - decay * decay) * noise.normal();
  }
  return estimator.result().value();
}

Coverage coverage_of(double correlation_time) {
  int covered = 0;
  double sum = 0, squares = 0;
  std::vector<double> widths;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const RateError error = estimated(1000 + static_cast<std::uint64_t>(seed), correlation_time);
    sum += error.ppm - kTruth;
    squares += (error.ppm - kTruth) * (error.ppm - kTruth);
    if (!error.interval) continue;
    covered += error.interval->low_ppm <= kTruth && kTruth <= error.interval->high_ppm ? 1 : 0;
    widths.push_back(2 * error.interval->margin_ppm());
  }
  const auto middle = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2);
  std::ranges::nth_element(widths, middle);
  const auto told = static_cast<double>(widths.size());
  const double deviation = std::sqrt(squares / kSeeds - (sum / kSeeds) * (sum / kSeeds));
  return {.untold = 1 - told / kSeeds, .share = covered / told, .width = *middle / (2 * 1.96 * deviation)};
}

}  // namespace

TEST_CASE("rate error and interval are those of a slow computation with other means", "[analysis]") {
  // Computed by rate_error_reference.py: numpy's least squares, dense covariance matrices, scipy's t
  // distribution.
  check(wandering({40}, 7), 371.934869500, {-2190.493890869, 2934.363629868});
  check(wandering({25, 7, 30}, 2), 1982.885128266, {-1387.866956172, 5353.637212704});
  check(wandering({6}, 5), -2211.789737062, {-14989.366307799, 10565.786833675}, 5e-3);
  CHECK_FALSE(wandering({40}, 1).result()->interval);
}

TEST_CASE("the same where datagrams are in blocks", "[analysis]") {
  check(wandering({900}, 3), 31.215796898, {-52.031617279, 114.463211074});
  check(wandering({500, 300}, 4), -83.574576596, {-301.481117973, 134.331964781});
}

TEST_CASE("of 300 intervals 92 to 98 % hold the truth, and they are not wide", "[analysis]") {
  // White noise, and correlation times from 3 ms to a tenth of the capture.
#ifdef IDN_SANITIZED  // twenty times slower
  constexpr std::array kCorrelationTimes = {80.0};
#else
  constexpr std::array kCorrelationTimes = {0.0, 3.0, 30.0, 80.0, 200.0, 400.0};
#endif
  for (const double correlation_time : kCorrelationTimes) {
    CAPTURE(correlation_time);
    const Coverage coverage = coverage_of(correlation_time);
    CHECK(coverage.share >= 0.92);
    CHECK(coverage.share <= 0.98);
    CHECK(coverage.width <= 1.5);
    CHECK(coverage.untold <= (correlation_time < 400 ? 0.05 : 0.4));
  }
}

TEST_CASE("a correlation of a fifth of the capture and more cannot be told in most cases", "[analysis]") {
  // Of all seeds, at most 8 and 10 % have an interval without the truth.
  const Coverage fifth = coverage_of(800);
  CHECK(fifth.untold >= 0.5);
  CHECK((1 - fifth.untold) * (1 - fifth.share) <= 0.08);
  const Coverage beyond = coverage_of(4000);
  CHECK(beyond.untold >= 0.6);
  CHECK((1 - beyond.untold) * (1 - beyond.share) <= 0.1);
}

TEST_CASE("a slip on the grid of a timer leaves a bound, and no interval", "[analysis]") {
  // Due times are rounded up to a grid of a millisecond that is 7 ppm slow; a minute, with a slip in its
  // middle.
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    CAPTURE(seed);
    Noise noise(seed);
    const double truth = 200 * noise.uniform() - 100;
    constexpr double kPeriod = 1000 * (1 + 7e-6);
    RateErrorEstimator estimator;
    MediaClock clock;
    for (int i = 0; i < 6000; ++i) {
      const double due = i * 10e3, on_grid = std::ceil((due + 210) / kPeriod) * kPeriod - 210;
      const double arrival = on_grid + truth * 1e-6 * due + 5 * noise.uniform();
      estimator.add(Duration(std::llround(arrival * 1e3)), microseconds(i * 10'000));
      clock.add(Duration(std::llround(arrival * 1e3)), microseconds(i * 10'000));
    }
    const RateError error = estimator.result().value();
    CHECK_FALSE(error.interval);
    CHECK_FALSE(error.is_above(-1e6));
    CHECK_FALSE(error.is_below(1e6));
    CHECK_FALSE(error.is_significant());
    CHECK(std::abs(error.ppm - truth) > 10);
    CHECK(std::abs(error.ppm - truth) < 3 * clock.long_term_jitter().count() / 60);
  }
}

TEST_CASE("regular batches show the grid of a timer, and what it may hide", "[analysis]") {
  // Ten seconds of a datagram per millisecond, rounded up to a grid of 4 ms that is 7 ppm slow; a stall at the
  // end.
  constexpr double kPeriod = 4000 * (1 + 7e-6);
  RateErrorEstimator estimator, alone;
  for (int i = 0; i < 10'000; ++i) {
    const double on_grid = std::ceil((i * 1000 + 500) / kPeriod) * kPeriod + (i > 9990 ? 30e3 : 0);
    estimator.add(Duration(std::llround(on_grid * 1e3)), i * 1000us);
    // One datagram of each batch shows nothing of it.
    if (i % 4 == 0) alone.add(Duration(std::llround(on_grid * 1e3)), i * 1000us);
  }
  const auto interval = estimator.result()->interval.value();
  CHECK(interval.low_ppm < 0);
  CHECK(interval.high_ppm > 0);
  CHECK(interval.margin_ppm() == Near{1.5 * kPeriod / 9.999, 0.02});
  CHECK(alone.result()->interval.value().margin_ppm() < 100);
}

TEST_CASE("a stream without noise has an interval without width", "[analysis]") {
  RateErrorEstimator estimator;
  for (int i = 0; i < 100'000; ++i) estimator.add(1'795'239'314s + i * 1'000'037ns, i * 1000us);
  const auto result = estimator.result().value();
  CHECK(result.ppm == Near{37, 1e-9});
  CHECK(result.interval.value().margin_ppm() < 1e-6);
  CHECK(result.is_above(36.9));
  CHECK_FALSE(result.is_above(37.1));

  RateErrorEstimator perfect;
  for (int i = 0; i < 1000; ++i) perfect.add(i * 1ms, i * 1000us);
  CHECK(perfect.result()->ppm == 0);
  CHECK_FALSE(perfect.result()->is_significant());
}

TEST_CASE("a few datagrams have a slope, but no interval", "[analysis]") {
  RateErrorEstimator estimator;
  CHECK_FALSE(estimator.ppm());
  estimator.add(0ms, 0us);
  CHECK_FALSE(estimator.ppm());
  for (int i = 1; i < 5; ++i) estimator.add(i * 1ms + i * 100ns, i * 1000us);
  CHECK(*estimator.ppm() == Near{100});
  CHECK_FALSE(estimator.result());
  estimator.add(5ms, 5000us);
  CHECK(estimator.result());
}

TEST_CASE("timestamps that stand still tell no rate", "[analysis]") {
  RateErrorEstimator estimator;
  for (int i = 0; i < 1000; ++i) estimator.add(i * 1ms, 5us);
  CHECK_FALSE(estimator.ppm());
  CHECK_FALSE(estimator.result());
}

TEST_CASE("axes of one datagram each tell no rate", "[analysis]") {
  RateErrorEstimator estimator;
  for (int i = 0; i < 10'000; ++i) {
    estimator.begin_axis();
    estimator.add(i * 1ms, i * 900us);
  }
  CHECK_FALSE(estimator.ppm());
  CHECK_FALSE(estimator.result());
}

TEST_CASE("a step between axes is no drift", "[analysis]") {
  RateErrorEstimator estimator;
  for (int axis = 0; axis < 100; ++axis) {
    estimator.begin_axis();
    for (int i = 0; i < 50; ++i)
      estimator.add(axis * 3s + i * 1'000'037ns, microseconds(axis * 700'000 + i * 1000));
  }
  const auto result = estimator.result().value();
  CHECK(result.ppm == Near{37, 1e-6});
  CHECK(result.interval.value().margin_ppm() < 1e-6);
}

TEST_CASE("a media time out of all range does not count", "[analysis]") {
  RateErrorEstimator estimator;
  for (int i = 0; i < 100; ++i) {
    estimator.add(i * 1'000'037ns, i * 1000us);
    estimator.add(i * 1'000'037ns, microseconds((i % 2 == 0 ? 1 : -1) * (std::int64_t{1} << 61)));
  }
  CHECK(estimator.result()->ppm == Near{37});
}

TEST_CASE("a sender whose clock is 37 ppm slow has a rate error of +37 ppm", "[analysis]") {
  // An hour in which 1 ms of media time takes 1'000'037 ns of the capturing clock, with absolute times of
  // today.
  RateErrorEstimator rate;
  const Duration start = 1'795'239'314s;
  for (std::int64_t i = 0; i < 3'600'000; i += 100)
    rate.add(start + Duration(i * 1'000'037), microseconds(i * 1000));
  CHECK(rate.ppm().value() == Near{37, 1e-9});
}
