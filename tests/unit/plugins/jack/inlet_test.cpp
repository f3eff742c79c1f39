// SPDX-License-Identifier: MIT
#include "plugins/jack/inlet.hpp"

#include "support/catch.hpp"

using namespace idn;
using namespace std::chrono_literals;
using jack::Inlet;

namespace {

/// Red 1, and x counts steps from `first` on.
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
std::vector<int> drained(Inlet& inlet) {
  std::vector<LaserSample> samples;
  inlet.drain(samples);
  std::vector<int> found;
  for (const auto& sample : samples) found.push_back(sample.is_dark() ? -sample.x : sample.x);
  return found;
}

void take(Inlet& inlet, std::uint32_t frame, std::size_t count, int first, Duration at = 1s) {
  RedPeriod period(frame, count, first);
  period.get().arrival = TimePoint(at);
  inlet.take(period.get());
}

}  // namespace

TEST_CASE("jack: periods follow one another", "[jack]") {
  Inlet inlet(100, {1'000});
  take(inlet, 0xFFFFFFFE, 3, 1);  // the number wraps
  take(inlet, 1, 2, 4);
  CHECK(inlet.periods() == 2);
  CHECK(inlet.frames() == 5);
  CHECK(inlet.arrival() == TimePoint(1s));
  CHECK(drained(inlet) == std::vector<int>{1, 2, 3, 4, 5});
  CHECK(drained(inlet).empty());
  CHECK(inlet.missed() + inlet.dropped() == 0);
}

TEST_CASE("jack: frames that were left out are dark, at the last place, and counted", "[jack]") {
  Inlet inlet(100, {1'000});
  take(inlet, 10, 2, 1);
  take(inlet, 15, 2, 8);
  CHECK(drained(inlet) == std::vector<int>{1, 2, -2, -2, -2, 8, 9});
  CHECK(inlet.missed() == 3);
  CHECK(inlet.frames() == 7);
}

TEST_CASE("jack: frames that come again are taken once", "[jack]") {
  Inlet inlet(100, {1'000});
  take(inlet, 10, 4, 1);
  take(inlet, 10, 4, 1);
  take(inlet, 12, 4, 3);
  CHECK(drained(inlet) == std::vector<int>{1, 2, 3, 4, 5, 6});
  CHECK(inlet.missed() == 0);
}

TEST_CASE("jack: another counting of frames, or one after a pause, follows on nothing", "[jack]") {
  Inlet inlet(100, {1'000});
  take(inlet, 1'000, 2, 1);
  take(inlet, 0, 2, 3);
  inlet.restart();
  take(inlet, 50, 2, 5);
  CHECK(drained(inlet) == std::vector<int>{1, 2, 3, 4, 5, 6});
  CHECK(inlet.missed() == 0);
}

TEST_CASE("jack: no more is missing than there was time for", "[jack]") {
  Inlet inlet(100, {1'000});
  take(inlet, 0, 2, 1, 1s);
  take(inlet, 30'002, 2, 3, 1s + 2ms);
  take(inlet, 4, 2, 5, 1s + 4ms);
  take(inlet, 6, 2, 7, 1s + 6ms);
  CHECK(drained(inlet) == std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(inlet.missed() == 0);
}

TEST_CASE("jack: a transport that does not roll is dark, and positions go on", "[jack]") {
  Inlet inlet(100, {1'000});
  RedPeriod period(0, 3, 1);
  period.get().dark = true;
  inlet.take(period.get());
  CHECK(drained(inlet) == std::vector<int>{-1, -2, -3});
}

TEST_CASE("jack: what nobody fetches is dropped and counted, and nothing waits for it", "[jack]") {
  Inlet inlet(8, {1'000});
  take(inlet, 0, 6, 1);
  take(inlet, 6, 6, 7);
  CHECK(inlet.dropped() == 4);
  CHECK(drained(inlet) == std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8});
  take(inlet, 10'012, 1, 9, 11s);  // more is missing than there is room for
  CHECK(inlet.missed() == 10'000);
  CHECK(drained(inlet) == std::vector<int>(8, -8));
}
