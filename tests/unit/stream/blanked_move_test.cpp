// SPDX-License-Identifier: MIT
#include "idn/stream/blanked_move.hpp"

#include <algorithm>

#include "support/catch.hpp"

using namespace idn;

namespace {

std::vector<LaserSample> move(LaserSample from, LaserSample to, std::uint32_t rate = 100'000) {
  std::vector<LaserSample> samples;
  stream::append_blanked_move(from, to, {rate}, samples);
  return samples;
}

}  // namespace

TEST_CASE("a blanked move is dark, starts and ends at rest, and takes its time by distance", "[stream]") {
  const LaserSample from{-32768, 1000, 0xFFFF, 1, 2, 0xFFFF}, to{32767, -1000, 5, 5, 5, 0xFFFF};
  const auto samples = move(from, to);
  CHECK(samples.size() == 10 + 100 + 10);
  CHECK(std::ranges::all_of(samples, &LaserSample::is_dark));
  CHECK(std::ranges::all_of(samples, [](const LaserSample& s) { return s.intensity == 0; }));
  for (std::size_t i = 0; i < 10; ++i) CHECK(samples[i] == blanked(from));
  for (std::size_t i = 109; i < 120; ++i) CHECK(samples[i] == blanked(to));
  CHECK(move({0, 0}, {0, 6554}).size() == 31);
  CHECK(move(from, to, 30'000).size() == 3 + 30 + 3);
}

TEST_CASE("no step of a move is longer than the scanners' speed allows", "[stream]") {
  const auto samples = move({-32768, -32768}, {32767, 32767});
  int longest = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) longest = std::max(longest, samples[i].x - samples[i - 1].x);
  CHECK(longest < 2 * 656);
  CHECK(std::ranges::is_sorted(samples, {}, &LaserSample::x));
}

TEST_CASE("no move, no samples", "[stream]") {
  CHECK(move({5, 6, 1, 1, 1}, {5, 6}).empty());
}

TEST_CASE("the length of a move is known before it is made", "[stream]") {
  for (const int x : {-32768, -1, 0, 1, 100, 6554, 32767})
    for (const std::uint32_t rate : {1'000u, 30'000u, 99'999u, 1'000'000u}) {
      CAPTURE(x, rate);
      const LaserSample to{static_cast<std::int16_t>(x), 17};
      CHECK(stream::blanked_move_length({0, 17}, to, {rate}) == move({0, 17}, to, rate).size());
    }
}
