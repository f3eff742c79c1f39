// SPDX-License-Identifier: MIT
// Cues that are called while they play.
#include "sender/source/cue_sequence.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "idn/io/now.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::sender;
using namespace std::chrono_literals;

namespace {

/// `count` pictures of 100 samples, with this level of red.
class RedPictures final : public picture::Sequence {
 public:
  RedPictures(std::uint16_t red, std::size_t count) : red_(red), count_(count) {}
  bool next(std::vector<LaserSample>& picture) override {
    if (shown_ == count_) return false;
    ++shown_;
    picture.assign(100, {.x = static_cast<std::int16_t>(100 * red_), .r = red_});
    return true;
  }
  void rewind() override { shown_ = 0; }
  std::uint64_t pictures() const override { return count_; }
  std::uint64_t samples() const override { return 100 * count_; }

 private:
  std::uint16_t red_;
  std::size_t count_;
  std::size_t shown_ = 0;
};

/// Cues 1, 2 and 3, with two pictures each, of red 1, 2 and 3.
std::unique_ptr<CueSequence> three_cues(bool stays) {
  std::vector<CueSequence::Cue> cues;
  for (std::uint16_t red = 1; red <= 3; ++red)
    cues.push_back({fmt::format("{}.ild", red), std::make_unique<RedPictures>(red, 2)});
  return std::make_unique<CueSequence>(std::move(cues), stays);
}

/// The cue of the next picture; 0 at the end.
int next_cue_of(CueSequence& cues) {
  std::vector<LaserSample> picture;
  return cues.next(picture) ? picture.front().r : 0;
}

std::vector<int> cues_played(CueSequence& cues, int pictures) {
  std::vector<int> played;
  for (int i = 0; i < pictures; ++i) played.push_back(next_cue_of(cues));
  return played;
}

}  // namespace

TEST_CASE("cues nobody calls play one behind the other, and again when rewound", "[sender]") {
  const auto cues = three_cues(false);
  CHECK(cues->pictures() == 6);
  CHECK(cues->samples() == 600);
  CHECK(cues_played(*cues, 8) == std::vector{1, 1, 2, 2, 3, 3, 0, 0});
  cues->rewind();
  CHECK(cues_played(*cues, 3) == std::vector{1, 1, 2});
}

TEST_CASE("a cue that is called plays from its beginning, then the one behind it", "[sender]") {
  const auto cues = three_cues(false);
  CHECK(cues_played(*cues, 1) == std::vector{1});
  CHECK(cues->call(3));
  CHECK(cues->has_call());
  CHECK(cues->playing() == "1 1.ild");
  CHECK(cues_played(*cues, 1) == std::vector{3});
  CHECK(cues->playing() == "3 3.ild");
  CHECK_FALSE(cues->has_call());
  CHECK(cues->call(3));
  CHECK(cues_played(*cues, 3) == std::vector{3, 3, 0});
  CHECK(cues->call(2));
  CHECK(cues_played(*cues, 5) == std::vector{2, 2, 3, 3, 0});
  CHECK_FALSE(cues->call(0));
  CHECK_FALSE(cues->call(4));
  CHECK_FALSE(cues->has_call());
}

TEST_CASE("next is the cue behind the one that was called last, and the first behind the last", "[sender]") {
  const auto cues = three_cues(false);
  cues->call_beside(1);
  CHECK(cues_played(*cues, 1) == std::vector{2});
  cues->call_beside(1);
  cues->call_beside(1);
  CHECK(cues_played(*cues, 1) == std::vector{1});
  CHECK(cues_played(*cues, 6) == std::vector{1, 2, 2, 3, 3, 0});
  cues->call_beside(1);
  CHECK(cues_played(*cues, 1) == std::vector{1});
}

TEST_CASE("previous is the cue before, and the last before the first", "[sender]") {
  const auto cues = three_cues(false);
  cues->call_beside(-1);
  CHECK(cues_played(*cues, 1) == std::vector{3});
  cues->call_beside(-1);
  CHECK(cues_played(*cues, 1) == std::vector{2});
  cues->call_beside(-1);
  cues->call_beside(-1);
  CHECK(cues_played(*cues, 1) == std::vector{3});
}

TEST_CASE("cues that stay play until another one is called", "[sender]") {
  const auto cues = three_cues(true);
  CHECK(cues_played(*cues, 5) == std::vector{1, 1, 1, 1, 1});
  cues->call_beside(1);
  CHECK(cues_played(*cues, 5) == std::vector{2, 2, 2, 2, 2});
}

TEST_CASE("as a wave, a cue begins behind the sample that was read last, by a dark move", "[sender]") {
  auto cues = three_cues(true);
  CueSequence& called = *cues;
  CuePlayer player(std::move(cues), {.rate = {100'000}, .pictures_per_second = 1, .repeat = 0});
  int calls = 0;
  player.on_call([&] { ++calls; });
  std::vector<LaserSample> block(1000);
  REQUIRE(player.read(block, {}) == 1000);
  CHECK(calls == 0);
  REQUIRE(called.call(2));
  REQUIRE(player.read(block, {}) == 1000);
  CHECK(calls == 1);
  const auto first_lit = std::ranges::find_if(block, [](const auto& sample) { return !sample.is_dark(); });
  REQUIRE(first_lit != block.end());
  CHECK(first_lit->r == 2);
  CHECK(first_lit - block.begin() > 20);
  CHECK(std::ranges::count(block, 1, &LaserSample::r) == 0);
  CHECK(block.front().x <= 110);  // moves on from the position in the first cue
}

TEST_CASE("a planned cue begins with the sample that leaves at its time", "[sender]") {
  auto cues = three_cues(true);
  CueSequence& called = *cues;
  CuePlayer player(std::move(cues), {.rate = {1000}, .pictures_per_second = 0, .repeat = 0});
  int calls = 0;
  player.on_call([&] { ++calls; });
  std::vector<LaserSample> block(1000);
  const Duration at = io::since_1970() + 400ms;
  called.plan(2, at);
  called.plan(3, at + 100ms);
  called.plan(9, at);
  CHECK(player.read(block, {}) == 1000);  // when its samples leave is not known
  player.expect(io::monotonic_now(), {1000});
  const std::size_t first = player.read(block, {});
  CHECK(first > 300);  // of 400, less what this test takes
  CHECK(first <= 400);
  CHECK(std::ranges::count(std::span(block).first(first), 2, &LaserSample::r) == 0);
  player.expect(io::monotonic_now() + 400ms, {1000});
  const std::size_t second = player.read(block, {});
  CHECK(second > 10);
  CHECK(second <= 100);
  CHECK(std::ranges::count(std::span(block).first(second), 2, &LaserSample::r) > 0);
  CHECK(std::ranges::count(std::span(block).first(second), 3, &LaserSample::r) == 0);
  player.expect(io::monotonic_now() + 600ms, {1000});
  CHECK(player.read(block, {}) == 1000);
  CHECK(std::ranges::count(block, 3, &LaserSample::r) > 900);
  CHECK(calls == 0);  // nothing is discarded
  CHECK(called.fulfil(2, at));
  CHECK_FALSE(called.planned());
}

TEST_CASE("what was planned and begun, and then discarded, is planned again", "[sender]") {
  const auto cues = three_cues(true);
  cues->plan(2, 5s);
  cues->plan(3, 6s);
  CHECK(cues->planned() == 5s);
  cues->begin_planned();
  CHECK(cues->planned() == 6s);
  CHECK(cues_played(*cues, 1) == std::vector{2});
  CHECK(cues->call(1));
  CHECK(cues->planned() == 5s);
  CHECK(cues_played(*cues, 1) == std::vector{1});
  CHECK_FALSE(cues->fulfil(2, 5s));  // so it is to be called
  CHECK(cues->planned() == 6s);
  CHECK_FALSE(cues->fulfil(3, 6s));
  CHECK_FALSE(cues->planned());
}
