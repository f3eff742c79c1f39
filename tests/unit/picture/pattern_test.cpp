// SPDX-License-Identifier: MIT
#include "idn/picture/pattern.hpp"

#include <algorithm>
#include <cmath>

#include "support/catch.hpp"

using namespace idn;
using namespace idn::picture;

namespace {

std::vector<LaserSample> draw(const Pattern& pattern, std::uint32_t rate, double size) {
  Path pen({rate}, size);
  pattern.draw(pen, {255, 255, 255});
  return pen.take();
}

double step(const LaserSample& a, const LaserSample& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

}  // namespace

TEST_CASE("every pattern lights up, keeps its size and never rests lit", "[picture]") {
  for (const auto& pattern : all_patterns()) {
    CAPTURE(pattern.name);
    const auto samples = draw(pattern, 100'000, 0.5);
    REQUIRE(samples.size() >= 100);
    CHECK(std::ranges::any_of(samples, [](const auto& s) { return !s.is_dark(); }));
    CHECK(std::ranges::all_of(samples,
                              [](const auto& s) { return std::abs(s.x) <= 16384 && std::abs(s.y) <= 16384; }));
    // The lit beam may rest in a corner for 0.1 ms at most.
    std::size_t resting = 0, longest = 0;
    for (std::size_t i = 1; i < samples.size(); ++i) {
      resting = !samples[i].is_dark() && step(samples[i], samples[i - 1]) == 0 ? resting + 1 : 0;
      longest = std::max(longest, resting);
    }
    CHECK(longest <= 10);
  }
}

TEST_CASE("scanners can follow every pattern at any rate", "[picture]") {
  for (const auto& pattern : all_patterns()) {
    for (const std::uint32_t rate : {30'000u, 100'000u}) {
      CAPTURE(pattern.name, rate);
      const auto samples = draw(pattern, rate, 1);
      double fastest = 0;
      for (std::size_t i = 1; i < samples.size(); ++i)
        fastest = std::max(fastest, step(samples[i], samples[i - 1]) * rate);
      // The fastest line, 2 kHz at half height, needs 2 pi * 2000 * 16384 units per second.
      CHECK(fastest < 2.1e8);
    }
  }
}

TEST_CASE("a circle closes itself and has its radius", "[picture]") {
  const auto samples = draw(*find_pattern("circle"), 100'000, 0.5);
  CHECK(samples.size() == 2001);
  CHECK(samples.front() == samples.back());
  for (const auto& s : samples) CHECK(std::hypot(s.x, s.y) == Approx(0.5 * 32767).margin(1));
}

TEST_CASE("the ILDA-like pattern shows each primary alone and all together", "[picture]") {
  const auto samples = draw(*find_pattern("ilda"), 30'000, 1);
  const auto shows = [&](bool r, bool g, bool b) {
    return std::ranges::any_of(
        samples, [=](const auto& s) { return (s.r > 0) == r && (s.g > 0) == g && (s.b > 0) == b; });
  };
  CHECK(shows(true, false, false));
  CHECK(shows(false, true, false));
  CHECK(shows(false, false, true));
  CHECK(shows(true, true, true));
  CHECK(std::ranges::any_of(samples, [](const auto& s) { return s.x == 32767 && s.y == 32767; }));
}

TEST_CASE("the sweep reaches 2 kHz at its end", "[picture]") {
  const auto samples = draw(*find_pattern("sweep"), 100'000, 1);
  std::vector<std::size_t> crossings;
  for (std::size_t i = 1; i < samples.size(); ++i)
    if (samples[i - 1].y < 0 && samples[i].y >= 0) crossings.push_back(i);
  REQUIRE(crossings.size() > 10);
  CHECK(static_cast<double>(crossings.back() - crossings[crossings.size() - 2]) == Approx(50).margin(3));
}

TEST_CASE("unknown patterns are not found", "[picture]") {
  CHECK(find_pattern("spiral") == nullptr);
}
