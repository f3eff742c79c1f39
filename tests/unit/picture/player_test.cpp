// SPDX-License-Identifier: MIT
#include "idn/picture/sequence_player.hpp"

#include <algorithm>

#include "idn/picture/sequence.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::picture;

namespace {

/// Pictures given by the test, which differ in their level of red.
class Pictures final : public Sequence {
 public:
  explicit Pictures(std::vector<std::vector<LaserSample>> pictures) : pictures_(std::move(pictures)) {}
  bool next(std::vector<LaserSample>& picture) override {
    if (next_ == pictures_.size()) return false;
    picture = pictures_[next_++];
    return true;
  }
  void rewind() override { next_ = 0; }
  std::uint64_t pictures() const override { return pictures_.size(); }
  std::uint64_t samples() const override {
    std::uint64_t sum = 0;
    for (const auto& picture : pictures_) sum += picture.size();
    return sum;
  }

 private:
  std::vector<std::vector<LaserSample>> pictures_;
  std::size_t next_ = 0;
};

std::vector<LaserSample> line(std::int16_t from, std::int16_t to, std::uint16_t red, std::size_t count) {
  std::vector<LaserSample> samples(count);
  for (std::size_t i = 0; i < count; ++i)
    samples[i] = {
        static_cast<std::int16_t>(from + (to - from) * static_cast<int>(i) / static_cast<int>(count - 1)), 0,
        red};
  return samples;
}

std::vector<LaserSample> play(std::vector<std::vector<LaserSample>> pictures, const PlayerOptions& options,
                              std::size_t most = 1'000'000) {
  SequencePlayer player(std::make_unique<Pictures>(std::move(pictures)), options);
  std::vector<LaserSample> all;
  std::array<LaserSample, 37> block;
  while (all.size() < most) {
    const std::size_t count = player.read(block, {});
    if (count == 0) break;
    all.insert(all.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  }
  return all;
}

std::size_t count_red(const std::vector<LaserSample>& samples, std::uint16_t red) {
  return static_cast<std::size_t>(std::ranges::count(samples, red, &LaserSample::r));
}

}  // namespace

TEST_CASE("each picture once: dark start at the origin, blanked moves between the pictures", "[picture]") {
  const auto samples =
      play({line(1000, 2000, 1, 50), line(-1000, 0, 2, 60)}, {.rate = {100'000}, .pictures_per_second = 0});
  CHECK(samples.front() == LaserSample{});
  CHECK(count_red(samples, 1) == 50);
  CHECK(count_red(samples, 2) == 60);
  // There are no jumps: blanked moves connect the pictures, and lead back.
  for (std::size_t i = 1; i < samples.size(); ++i) CHECK(std::abs(samples[i].x - samples[i - 1].x) < 1400);
  const auto first_lit = std::ranges::find(samples, 1, &LaserSample::r);
  CHECK(std::all_of(samples.begin(), first_lit, [](const auto& s) { return s.is_dark(); }));
  CHECK(first_lit - samples.begin() > 20);
}

TEST_CASE("at a frame rate whole passes fill each picture's time, without drift", "[picture]") {
  std::vector<std::vector<LaserSample>> pictures;
  for (std::uint16_t i = 1; i <= 50; ++i) pictures.push_back(line(0, 0, i, 300));
  const auto samples = play(pictures, {.rate = {100'000}, .pictures_per_second = 25});
  // 50 pictures of 4000 samples; playback ends within one pass after two seconds.
  CHECK(samples.size() >= 200'000);
  CHECK(samples.size() <= 200'301);
  for (std::uint16_t i = 1; i <= 50; ++i) {
    CHECK(count_red(samples, i) % 300 == 0);
    CHECK(count_red(samples, i) >= 3900);
    CHECK(count_red(samples, i) <= 4200);
  }
}

TEST_CASE("a picture longer than its time is drawn to its end", "[picture]") {
  const auto samples =
      play({line(0, 0, 1, 9000), line(0, 0, 2, 100)}, {.rate = {100'000}, .pictures_per_second = 25});
  CHECK(count_red(samples, 1) == 9000);
  CHECK(count_red(samples, 2) == 100);
}

TEST_CASE("a picture that is ended gives way to the next one, which has its whole time", "[picture]") {
  SequencePlayer player(
      std::make_unique<Pictures>(std::vector{line(1000, 2000, 1, 300), line(-1000, 0, 2, 300)}),
      {.rate = {100'000}, .pictures_per_second = 10});
  player.end_picture();  // before anything was read
  std::vector<LaserSample> block(500);
  REQUIRE(player.read(block, {}) == 500);
  CHECK(block.front() == LaserSample{});
  const LaserSample left_at = block.back();
  player.end_picture();
  std::vector<LaserSample> rest(20'000);
  rest.resize(player.read(rest, {}));
  CHECK(count_red(rest, 1) == 0);
  CHECK(rest.front().is_dark());
  CHECK(std::abs(rest.front().x - left_at.x) < 1400);
  // 100 ms of passes.
  CHECK(rest.size() >= 10'000);
  CHECK(rest.size() <= 10'400);
  CHECK(player.read(rest, {}) == 0);
}

TEST_CASE("repetition counts whole sequences, and zero never ends", "[picture]") {
  CHECK(count_red(play({line(0, 0, 1, 30), line(0, 0, 2, 30)}, {.pictures_per_second = 0, .repeat = 3}), 1) ==
        90);
  CHECK(play({line(0, 0, 1, 30)}, {.pictures_per_second = 0, .repeat = 0}, 50'000).size() >= 50'000);
  CHECK(play({}, {.repeat = 0}).size() == 1);
}

TEST_CASE("the total is exact where there is an end", "[picture]") {
  const std::vector<std::vector<LaserSample>> pictures{line(-9000, 9000, 1, 300), line(5, 6, 2, 5000),
                                                       line(77, 77, 3, 2)};
  const double fps = GENERATE(0.0, 1.5, 25.0, 1000.0);
  const std::uint64_t repeat = GENERATE(1u, 2u, 7u);
  CAPTURE(fps, repeat);
  const PlayerOptions options{.rate = {100'000}, .pictures_per_second = fps, .repeat = repeat};
  const auto total = SequencePlayer(std::make_unique<Pictures>(pictures), options).total();
  CHECK(total == play(pictures, options, 100'000'000).size());
}

TEST_CASE("there is no total without an end, nor where counting would take too long", "[picture]") {
  const auto total = [](const PlayerOptions& options) {
    return SequencePlayer(std::make_unique<SinglePicture>(line(0, 1, 1, 500)), options).total();
  };
  CHECK_FALSE(total({.repeat = 0}).has_value());
  CHECK_FALSE(total({.pictures_per_second = 0, .repeat = 1'000'000'000}).has_value());
  CHECK(SequencePlayer(std::make_unique<Pictures>(std::vector<std::vector<LaserSample>>{}), {.repeat = 3})
            .total() == 1);
}
