// SPDX-License-Identifier: MIT
#include "plugins/jack/input_ring.hpp"

#include "support/catch.hpp"

using namespace idn;
using namespace std::chrono_literals;
using jack::InputRing;

namespace {

/// A period with red 1 and x in steps from `first` on.
class RedPeriod {
 public:
  RedPeriod(std::uint32_t frame, std::size_t count, int first) : x_(count), red_(count, 1.0F), none_(count) {
    for (std::size_t i = 0; i < count; ++i) x_[i] = static_cast<float>(first + static_cast<int>(i)) / 32'767.0F;
    period_ = {.frame = frame,
               .count = static_cast<std::uint32_t>(count),
               .arrival = TimePoint(1s),
               .dark = false,
               .levels = {x_.data(), none_.data(), red_.data(), none_.data(), none_.data()}};
  }
  jack::Period& get() { return period_; }

 private:
  std::vector<float> x_, red_, none_;
  jack::Period period_;
};

/// x of each sample, negative where it is dark.
std::vector<int> drained(InputRing& input) {
  std::vector<LaserSample> samples;
  input.drain(samples);
  std::vector<int> found;
  for (const auto& sample : samples) found.push_back(sample.is_dark() ? -sample.x : sample.x);
  return found;
}

void push(InputRing& input, std::uint32_t frame, std::size_t count, int first, Duration at = 1s) {
  RedPeriod period(frame, count, first);
  period.get().arrival = TimePoint(at);
  input.push_period(period.get());
}

}  // namespace

TEST_CASE("jack: periods follow one another", "[jack]") {
  InputRing input(100, {1'000});
  push(input, 0xFFFFFFFE, 3, 1);  // the frame number wraps
  push(input, 1, 2, 4);
  CHECK(input.periods() == 2);
  CHECK(input.frames() == 5);
  CHECK(input.arrival() == TimePoint(1s));
  CHECK(drained(input) == std::vector<int>{1, 2, 3, 4, 5});
  CHECK(drained(input).empty());
  CHECK(input.missed() + input.dropped() == 0);
}

TEST_CASE("jack: frames that were left out are dark, at the last place, and counted", "[jack]") {
  InputRing input(100, {1'000});
  push(input, 10, 2, 1);
  push(input, 15, 2, 8);
  CHECK(drained(input) == std::vector<int>{1, 2, -2, -2, -2, 8, 9});
  CHECK(input.missed() == 3);
  CHECK(input.frames() == 7);
}

TEST_CASE("jack: frames that come again are taken once", "[jack]") {
  InputRing input(100, {1'000});
  push(input, 10, 4, 1);
  push(input, 10, 4, 1);
  push(input, 12, 4, 3);
  CHECK(drained(input) == std::vector<int>{1, 2, 3, 4, 5, 6});
  CHECK(input.missed() == 0);
}

TEST_CASE("jack: another counting of frames, or one after a pause, follows on nothing", "[jack]") {
  InputRing input(100, {1'000});
  push(input, 1'000, 2, 1);
  push(input, 0, 2, 3);
  input.restart();
  push(input, 50, 2, 5);
  CHECK(drained(input) == std::vector<int>{1, 2, 3, 4, 5, 6});
  CHECK(input.missed() == 0);
}

TEST_CASE("jack: no more is missing than there was time for", "[jack]") {
  InputRing input(100, {1'000});
  push(input, 0, 2, 1, 1s);
  push(input, 30'002, 2, 3, 1s + 2ms);
  push(input, 4, 2, 5, 1s + 4ms);
  push(input, 6, 2, 7, 1s + 6ms);
  CHECK(drained(input) == std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(input.missed() == 0);
}

TEST_CASE("jack: a transport that does not roll is dark, and positions go on", "[jack]") {
  InputRing input(100, {1'000});
  RedPeriod period(0, 3, 1);
  period.get().dark = true;
  input.push_period(period.get());
  CHECK(drained(input) == std::vector<int>{-1, -2, -3});
}

TEST_CASE("jack: what nobody fetches is dropped and counted, and nothing waits for it", "[jack]") {
  InputRing input(8, {1'000});
  push(input, 0, 6, 1);
  push(input, 6, 6, 7);
  CHECK(input.dropped() == 4);
  CHECK(drained(input) == std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8});
  push(input, 10'012, 1, 9, 11s);  // more frames are missing than the ring has room for
  CHECK(input.missed() == 10'000);
  CHECK(drained(input) == std::vector<int>(8, -8));
}
