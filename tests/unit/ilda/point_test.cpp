// SPDX-License-Identifier: MIT
#include "idn/ilda/section.hpp"

#include "sections.hpp"
#include "support/catch.hpp"

namespace idn::ilda {
namespace {

TEST_CASE("a lit point becomes a sample with 16-bit colours and full intensity", "[ilda]") {
  const LaserSample sample = to_sample({.x = -32768, .y = 32767, .z = 99, .r = 255, .g = 128, .b = 1});
  CHECK(sample == LaserSample{-32768, 32767, 65535, 128 * 257, 257, 65535});
}

TEST_CASE("a blanked or black point becomes a dark sample", "[ilda]") {
  CHECK(to_sample({.x = 5, .y = -6, .r = 9, .g = 9, .b = 9, .blanked = true}) == LaserSample{.x = 5, .y = -6});
  CHECK(to_sample({.x = 5, .y = -6}) == LaserSample{.x = 5, .y = -6});
}

TEST_CASE("a sample becomes a point with rounded colours", "[ilda]") {
  CHECK(from_sample({-1, 2, 65535, 129, 128, 0}) == Point{-1, 2, 0, 255, 1, 0, false});
  CHECK(from_sample({-1, 2, 65535 - 129, 65535 - 128, 0, 0xFFFF}) == Point{-1, 2, 0, 254, 255, 0, false});
}

TEST_CASE("a sample that is black in 8 bits becomes a blanked point", "[ilda]") {
  CHECK(from_sample({.x = 3, .y = 4, .intensity = 0xFFFF}) == Point{.x = 3, .y = 4, .blanked = true});
  CHECK(from_sample({3, 4, 128, 128, 128, 0xFFFF}) == Point{.x = 3, .y = 4, .blanked = true});
}

TEST_CASE("every 8-bit colour survives the way to a sample and back", "[ilda]") {
  for (int value = 1; value <= 255; ++value) {
    const auto channel = static_cast<std::uint8_t>(value);
    const Point point{.x = 1, .y = 2, .r = channel, .g = static_cast<std::uint8_t>(255 - value), .b = channel};
    CHECK(from_sample(to_sample(point)) == point);
  }
}

}  // namespace
}  // namespace idn::ilda
