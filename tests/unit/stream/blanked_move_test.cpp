// SPDX-License-Identifier: MIT
#include "idn/stream/send/blanked_move.hpp"

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
  CHECK(samples.size() == 10 + 100 + 40);
  CHECK(std::ranges::all_of(samples, &LaserSample::is_dark));
  CHECK(std::ranges::all_of(samples, [](const LaserSample& s) { return s.intensity == 0; }));
  for (std::size_t i = 0; i < 10; ++i) CHECK(samples[i] == blanked(from));
  for (std::size_t i = 109; i < 150; ++i) CHECK(samples[i] == blanked(to));
  CHECK(move({0, 0}, {0, 6554}).size() == 10 + 11 + 40);
  CHECK(move(from, to, 30'000).size() == 3 + 30 + 12);
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

TEST_CASE("slower scanners get more time, in proportion, and rests are as long as asked for", "[stream]") {
  using namespace std::chrono_literals;
  using stream::MoveTiming;
  CHECK(MoveTiming::for_scanners(30) == MoveTiming{});
  CHECK(MoveTiming::for_scanners(12) == MoveTiming{2500us, 250us, 1ms});
  CHECK(MoveTiming::for_scanners(60) == MoveTiming{500us, 50us, 200us});
  const MoveTiming timing{2ms, 300us, 0us};
  std::vector<LaserSample> samples;
  stream::append_blanked_move({-32768, 0}, {32767, 0}, {10'000}, samples, timing);
  CHECK(samples.size() == 3 + 20);
  CHECK(stream::blanked_move_length({-32768, 0}, {32767, 0}, {10'000}, timing) == 23);
  CHECK(samples[2].x == -32768);
  CHECK(samples[3].x > -32768);
  CHECK(samples.back().x == 32767);
}

TEST_CASE("times of moves have bounds", "[stream]") {
  using namespace std::chrono_literals;
  using stream::MoveTiming;
  CHECK(MoveTiming{10us, 0us, 0us}.is_valid());
  CHECK(MoveTiming{30ms, 30ms, 30ms}.is_valid());
  for (const MoveTiming& wrong :
       {MoveTiming{9us}, MoveTiming{31ms}, MoveTiming{1ms, -1us}, MoveTiming{1ms, 31ms},
        MoveTiming{1ms, 0us, -1us}, MoveTiming{1ms, 0us, 31ms}})
    CHECK_FALSE(wrong.is_valid());
  CHECK(MoveTiming::for_scanners(200).is_valid());
  CHECK(MoveTiming::for_scanners(1).is_valid());
}
