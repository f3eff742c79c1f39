// SPDX-License-Identifier: MIT
// Cues in the time of a stream of 10 pictures and 1000 samples per second.
#include "sender/source/timed_pictures.hpp"

#include <chrono>

#include "support/catch.hpp"

using namespace idn;
using namespace idn::sender;
using namespace std::chrono_literals;

namespace {

constexpr StreamRates kRates{.pictures = 10, .samples = 1000};

/// `count` pictures: 0, 1 ... is the x of their two points, which are white.
class Numbered final : public picture::Sequence {
 public:
  explicit Numbered(int count) : count_(count) {}
  bool next(std::vector<LaserSample>& picture) override {
    if (next_ == count_) return false;
    LaserSample point{.x = static_cast<std::int16_t>(next_++), .r = 60000, .g = 60000, .b = 60000};
    picture = {point, point};
    picture[1].y = 100;
    return true;
  }
  void rewind() override { next_ = 0; }
  std::uint64_t pictures() const override { return static_cast<std::uint64_t>(count_); }
  std::uint64_t samples() const override { return 2 * pictures(); }

 private:
  int count_;
  int next_ = 0;
};

struct Shown {
  std::vector<int> numbers;
  std::vector<int> red;
};

/// What it shows, up to `most` pictures.
Shown shown(picture::Sequence& pictures, int most = 100) {
  Shown all;
  std::vector<LaserSample> picture;
  while (most-- > 0 && pictures.next(picture)) {
    all.numbers.push_back(picture.front().x);
    all.red.push_back(picture.back().r);
  }
  return all;
}

TimedPictures timed(int count, const CueOptions& options, bool stays = false) {
  return {std::make_unique<Numbered>(count), options, kRates, stays};
}

}  // namespace

TEST_CASE("timed pictures: frames are repeated and left out for another number per second", "[sender]") {
  auto slow = timed(3, {.fps = 5});
  CHECK(shown(slow).numbers == std::vector{0, 0, 1, 1, 2, 2});
  auto fast = timed(6, {.fps = 20});
  CHECK(shown(fast).numbers == std::vector{0, 2, 4});
  auto twice = timed(3, {.fps = 10, .repeat = 2});
  CHECK(twice.pictures() == 6);
  CHECK(shown(twice).numbers == std::vector{0, 1, 2, 0, 1, 2});
}

TEST_CASE("timed pictures: a time repeats and cuts off, and each round begins anew", "[sender]") {
  auto still = timed(1, {.time = 500ms});
  CHECK(shown(still).numbers == std::vector(5, 0));
  auto moving = timed(3, {.time = 400ms});
  CHECK(shown(moving).numbers == std::vector{0, 1, 2, 0});
  moving.rewind();
  CHECK(shown(moving).numbers == std::vector{0, 1, 2, 0});
  auto blink = timed(3, {.time = 1ms});
  CHECK(shown(blink).numbers == std::vector{0});
}

TEST_CASE("timed pictures: a fade rises and falls by equal steps, and a gap is dark where the beam was",
          "[sender]") {
  auto cue = timed(8, {.fade = 200ms, .gap = 200ms});
  CHECK(cue.pictures() == 10);
  const auto seen = shown(cue);
  CHECK(seen.red == std::vector{20000, 40000, 60000, 60000, 60000, 60000, 40000, 20000, 0, 0});
  CHECK(seen.numbers == std::vector{0, 1, 2, 3, 4, 5, 6, 7, 7, 7});
}

TEST_CASE("timed pictures: what stays fades in, and then neither fades nor ends", "[sender]") {
  auto cue = timed(2, {.time = 300ms, .fade = 100ms, .gap = 1s}, true);
  CHECK(shown(cue, 5).red == std::vector{30000, 60000, 60000, 60000, 60000});
  CHECK(shown(cue, 3).numbers == std::vector{1, 0, 1});
}

TEST_CASE("timed pictures: a rate below that of the stream puts points on the way between those of a picture",
          "[sender]") {
  auto cue = timed(1, {.rate = 400});
  std::vector<LaserSample> picture;
  REQUIRE(cue.next(picture));
  std::vector<int> ways;
  for (const LaserSample& point : picture) ways.push_back(point.y);
  CHECK(ways == std::vector{0, 25, 50, 75, 100});
  CHECK(picture[1].r == 60000);
  CHECK(cue.samples() == 5);
}
