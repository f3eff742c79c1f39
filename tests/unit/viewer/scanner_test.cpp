// SPDX-License-Identifier: MIT
#include "idn/picture/scanner.hpp"

#include <cmath>
#include <numbers>

#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/viewer/timelines.hpp"
#include "viewer/model/picture/reference_figure.hpp"
#include "viewer/model/picture/tracer.hpp"
#include "viewer/model/source/open_file.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

/// The circle of the ILDA test pattern: twelve points per revolution, outside of the square of 10240.
std::vector<LaserSample> ilda_circle(int turns) {
  constexpr std::int16_t kFar = 16130, kHigh = 13824, kLow = 7680;
  const std::vector<LaserSample> turn{
      {.x = 0, .y = kFar},       {.x = kLow, .y = kHigh},  {.x = kHigh, .y = kLow},  {.x = kFar, .y = 0},
      {.x = kHigh, .y = -kLow},  {.x = kLow, .y = -kHigh}, {.x = 0, .y = -kFar},     {.x = -kLow, .y = -kHigh},
      {.x = -kHigh, .y = -kLow}, {.x = -kFar, .y = 0},     {.x = -kHigh, .y = kLow}, {.x = -kLow, .y = kHigh}};
  std::vector<LaserSample> samples;
  for (int i = 0; i < turns; ++i) samples.insert(samples.end(), turn.begin(), turn.end());
  return samples;
}

struct Extent {
  double x = 0, y = 0;
};

/// Largest distance of the beam from the middle in each direction, in units of the ILDA square.
Extent extent(const Timeline& timeline, TimePoint from, TimePoint to, const ScannerSetup& scanner,
              const std::function<bool(const LaserSample&)>& counts) {
  Tracer tracer({.scanner = scanner});
  Extent extent;
  tracer.trace(timeline, from, to, [&](const Stroke& stroke) {
    if (!counts(*stroke.sample)) return;
    extent.x = std::max(extent.x, std::abs(stroke.to.x) / kIldaSquare);
    extent.y = std::max(extent.y, std::abs(stroke.to.y) / kIldaSquare);
  });
  return extent;
}

Extent circle_extent(const ScannerSetup& scanner, double rate) {
  Timeline timeline;
  const auto samples = ilda_circle(40);
  const auto length = Duration(static_cast<Duration::rep>(static_cast<double>(samples.size()) / rate * 1e9));
  timeline.play_wave(at(0ms), length, shown(samples));
  return extent(timeline, at(length / 2), at(length), scanner, [](const LaserSample&) { return true; });
}

constexpr double kTouching = 0.01;  // of the square's half width

}  // namespace

TEST_CASE("the circle of the ILDA test pattern touches its square at the rate that a scanner is tuned to",
          "[viewer]") {
  for (const double kpps : {12.0, 30.0, 40.0, 60.0}) {
    CAPTURE(kpps);
    const Extent drawn = circle_extent(scanner_for(kpps), kpps * 1000);
    CHECK(drawn.x == Approx(1).margin(kTouching));
    CHECK(drawn.y == Approx(1).margin(kTouching));
  }
}

TEST_CASE("at 30 kpps the circle of slower scanners stays inside, that of faster ones outside", "[viewer]") {
  CHECK(circle_extent(*scanner_from("12k"), 30'000).x < 0.5);
  CHECK(circle_extent(*scanner_from("30k"), 30'000).x == Approx(1).margin(kTouching));
  CHECK(circle_extent(*scanner_from("40k"), 30'000).x > 1.2);
  CHECK(circle_extent(*scanner_from("60k"), 30'000).x > 1.4);
  CHECK_FALSE(scanner_from("30"));
}

TEST_CASE("beyond the angle that it is rated for a scanner is slower, below it is not faster", "[viewer]") {
  ScannerSetup scanner = scanner_for(30);
  scanner.angle_degrees = 4;
  CHECK(circle_extent(scanner, 30'000).x == Approx(1).margin(kTouching));
  scanner.angle_degrees = 32;
  CHECK(scanner.effective_bandwidth_hz() == Approx(scanner.bandwidth_hz / 2));
  CHECK(circle_extent(scanner, 15'000).x == Approx(1).margin(kTouching));
  CHECK(circle_extent(scanner, 30'000).x < 0.6);
}

TEST_CASE("the real test pattern is drawn as its definition says", "[viewer]") {
  if (shared_data_folder().empty()) {
    WARN("no shared test data: skipped");
    return;
  }
  const Recording file = open_file(shared_data_folder() + "/ild/ildatest_fmt0_1f.ild", {.rate = {30'000}});
  const auto circle = [](const LaserSample& sample) {
    // In the pattern only the circle is pure blue.
    return sample.b == 65535 && sample.r < 20000 && sample.g < 20000;
  };
  const Timeline& timeline = file.streams().front()->timeline;
  const auto drawn = [&](const char* name) {
    return extent(timeline, at(1s), at(2s), *scanner_from(name), circle);
  };
  CHECK(drawn("30k").x == Approx(1).margin(kTouching));
  CHECK(drawn("30k").y == Approx(1).margin(kTouching));
  CHECK(drawn("12k").x < 0.6);
  CHECK(drawn("60k").x > 1.4);
}

TEST_CASE("the answer to a step is that of the differential equation, in any steps of time", "[viewer]") {
  // x(t) = 1 - e^(-d w t) (cos(r t) + d w / r sin(r t)), r = w sqrt(1 - d^2), from the textbook.
  const double damping = 0.5, w = 2 * std::numbers::pi * 1000;
  const double bandwidth_ratio = std::sqrt(0.5 + std::sqrt(1.25));  // of the 3 dB point for this damping
  const ScannerSetup setup{.bandwidth_hz = 1000 * bandwidth_ratio, .damping = damping};
  for (const Duration step : {1us, 33us, 250us}) {
    ScannerAxis axis(setup);
    for (Duration t = step; t < 2ms; t += step) {
      const double s = std::chrono::duration<double>(t).count(), r = w * std::sqrt(1 - damping * damping);
      const double expected =
          1 - std::exp(-damping * w * s) * (std::cos(r * s) + damping * w / r * std::sin(r * s));
      CHECK(axis.follow(1, step) == Approx(expected).margin(1e-9));
    }
  }
}

TEST_CASE("the flattest scanner overshoots by 4 percent, a critically damped one does not", "[viewer]") {
  const auto peak = [](double damping) {
    ScannerAxis axis({.damping = damping});
    double highest = 0;
    for (int i = 0; i < 10000; ++i) highest = std::max(highest, axis.follow(1, 1us));
    CHECK(axis.position() == Approx(1).margin(1e-6));
    return highest;
  };
  CHECK(peak(std::sqrt(0.5)) == Approx(1.0432).margin(0.0005));  // 1 + e^-pi
  CHECK(peak(1) <= 1.0000001);
  CHECK(peak(1.8) <= 1.0000001);
}

TEST_CASE("colours that are shifted come later than positions, or earlier, by that time", "[viewer]") {
  std::vector<LaserSample> samples;
  for (int i = 0; i < 100; ++i)
    samples.push_back(
        {.x = static_cast<std::int16_t>(100 * i), .g = std::uint16_t(i >= 40 && i < 60 ? 65535 : 0)});
  Timeline timeline;
  timeline.play_wave(at(0ms), 1ms, shown(samples));
  for (const Duration shift : {0us, 100us, -200us}) {
    Tracer tracer({.colour_shift = shift});
    TimePoint lit_from = kNever, lit_to{};
    double left = 1;
    tracer.trace(timeline, at(0ms), at(1ms), [&](const Stroke& stroke) {
      CHECK(stroke.commanded->x == stroke.sample->x);
      if (stroke.sample->g == 0) return;
      lit_from = std::min(lit_from, stroke.begin);
      lit_to = std::max(lit_to, stroke.begin + stroke.length);
      left = std::min(left, stroke.from.x);
    });
    CHECK(lit_from == at(400us + shift));
    CHECK(lit_to == at(600us + shift));
    // The beam reaches the position of a sample at the end of its time.
    CHECK(left == Approx((3900 + 10 * in_micros(shift)) / 32767.0));
  }
}
