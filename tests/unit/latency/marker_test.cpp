// SPDX-License-Identifier: MIT
#include "latency/model/marker.hpp"

#include <cmath>
#include <random>

#include "support/catch.hpp"

namespace idn::latency {
namespace {

std::vector<MarkerFinder::Found> found_in(const std::vector<LaserSample>& samples, MarkerFinder finder = {}) {
  std::vector<MarkerFinder::Found> found;
  for (const LaserSample& sample : samples)
    if (const auto marker = finder.look(sample)) found.push_back(*marker);
  return found;
}

std::vector<LaserSample> with_marker(std::uint16_t number, std::size_t before = 50, std::size_t after = 10) {
  MarkerPattern pattern({30'000});
  std::vector<LaserSample> samples(before + Marker::kSamples + after);
  const std::span all(samples);
  pattern.draw(all.first(before));
  pattern.begin(number);
  pattern.draw(all.subspan(before));
  return samples;
}

// Golden values by a bitwise CRC in Python that gives 0xF4 for "123456789", the check value of CRC-8/SMBUS.
TEST_CASE("the check of a marker is CRC-8/SMBUS", "[latency]") {
  CHECK(marker_check(0x0000) == 0x00);
  CHECK(marker_check(0x3132) == 0x72);
  CHECK(marker_check(0x1234) == 0xF1);
  CHECK(marker_check(0xFFFF) == 0x24);
}

TEST_CASE("every number is found where its marker begins, and nothing else is", "[latency]") {
  for (unsigned number = 1; number <= 0xFFFF; number += 7) {
    const auto found = found_in(with_marker(static_cast<std::uint16_t>(number)));
    REQUIRE(found.size() == 1);
    CHECK(found[0].number == number);
    CHECK(found[0].begin == 50);
  }
}

TEST_CASE("markers that follow each other at once are found", "[latency]") {
  MarkerPattern pattern({30'000});
  std::vector<LaserSample> samples(3 * Marker::kSamples);
  for (std::size_t i = 0; i < 3; ++i) {
    pattern.begin(static_cast<std::uint16_t>(1000 + i));
    pattern.draw(std::span(samples).subspan(i * Marker::kSamples, Marker::kSamples));
    CHECK_FALSE(pattern.in_marker());
  }
  const auto found = found_in(samples);
  REQUIRE(found.size() == 3);
  CHECK(found[2].number == 1002);
  CHECK(found[2].begin == 2 * Marker::kSamples);
}

TEST_CASE("a picture has its index behind the marker and at its end", "[latency]") {
  const auto found = found_in(MarkerPattern::picture(3 * Marker::kSamples, 17, 18));
  REQUIRE(found.size() == 3);
  CHECK_FALSE(found[0].is_index);
  CHECK(found[0].number == 17);
  for (const auto& index : {found[1], found[2]}) {
    CHECK(index.is_index);
    CHECK(index.number == 18);
  }
}

TEST_CASE("a marker outlives other brightness, colour balance and 8-bit colours", "[latency]") {
  auto samples = with_marker(0xA5C3);
  for (LaserSample& sample : samples) {
    sample.r = static_cast<std::uint16_t>(sample.r * 0.3) & 0xFF00;
    sample.g = static_cast<std::uint16_t>(sample.g * 0.9) & 0xFF00;
    sample.b = static_cast<std::uint16_t>(sample.b * 0.5) & 0xFF00;
  }
  REQUIRE(found_in(samples).size() == 1);
  CHECK(found_in(samples)[0].number == 0xA5C3);
}

TEST_CASE("what is damaged, cut off or interrupted is no marker", "[latency]") {
  const auto whole = with_marker(0x1234);
  for (std::size_t i = 50; i < 50 + Marker::kSamples; ++i) {
    auto dark = whole;
    dark[i] = blanked(dark[i]);
    CHECK(found_in(dark).empty());
    auto missing = whole;
    missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(i));
    for (const auto& found : found_in(missing)) CHECK(found.number != 0x1234);
    if (i > 50) {
      auto interrupted = whole;
      interrupted.insert(interrupted.begin() + static_cast<std::ptrdiff_t>(i), whole[0]);
      CHECK(found_in(interrupted).empty());
    }
    auto turned = whole;
    std::swap(turned[i].r, turned[i].g);
    if (turned[i] != whole[i]) CHECK(found_in(turned).empty());
  }
  MarkerFinder finder;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (i == 60) finder.restart();
    CHECK_FALSE(finder.look(whole[i]));
  }
}

TEST_CASE("hostile samples bring no more markers than chance, and no harm", "[latency]") {
  std::mt19937 random(1);
  MarkerFinder finder;
  std::size_t found = 0;
  const auto any = [&] { return static_cast<std::uint16_t>(random()); };
  for (int i = 0; i < 2'000'000; ++i) {
    // Mostly the colours that markers are made of, in any order.
    LaserSample sample{.x = static_cast<std::int16_t>(any()), .r = any(), .g = any(), .b = any()};
    switch (random() % 8) {
      case 0:
      case 1:
        sample.r = sample.g = 0;
        break;
      case 2:
      case 3:
      case 4:
        sample.g = sample.b = 0;
        break;
      case 5:
      case 6:
        sample.r = sample.b = 0;
        break;
      default:
        break;
    }
    if (const auto marker = finder.look(sample)) {
      ++found;
      CHECK(marker->begin + Marker::kSamples == finder.position());
    }
  }
  CHECK(found < 20);
  CHECK(finder.position() == 2'000'000);
}

TEST_CASE("the pattern never rests, and no marker is brighter than what surrounds it", "[latency]") {
  const auto samples = with_marker(0xFFFF, 600, 600);
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const double step = std::hypot(samples[i].x - samples[i - 1].x, samples[i].y - samples[i - 1].y);
    CHECK(step > 100);
    CHECK(step < 200);
    CHECK(std::max({samples[i].r, samples[i].g, samples[i].b}) == 0x4000);
  }
}

TEST_CASE("a picture begins with its marker, or has none", "[latency]") {
  REQUIRE(found_in(MarkerPattern::picture(600, 77)).size() == 1);
  CHECK(found_in(MarkerPattern::picture(600, 77))[0].begin == 0);
  CHECK(found_in(MarkerPattern::picture(600, std::nullopt)).empty());
}

}  // namespace
}  // namespace idn::latency
