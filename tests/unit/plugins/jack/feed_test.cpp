// SPDX-License-Identifier: MIT
#include "plugins/jack/feed.hpp"

#include <cmath>
#include <random>

#include "support/catch.hpp"
#include "support/repeats.hpp"

using namespace idn;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t kRate = 30'000;
constexpr std::uint32_t kPeriod = 300;
constexpr Duration kLatency = 40ms;
constexpr Duration kDevice = 40ms;  ///< capacity of the sink

/// Plays by an exact clock, datagram by datagram.
class ModelSink final : public jack::JackSink {
 public:
  static constexpr std::size_t kDatagram = 30;

  std::size_t write(std::span<const LaserSample> samples) override {
    const auto room = static_cast<std::size_t>(in_seconds(kDevice) * rate_) - ring_.size();
    const std::size_t count = std::min(room, samples.size());
    ring_.insert(ring_.end(), samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(count));
    return count;
  }
  Duration buffered() override { return Duration(1s) * static_cast<std::int64_t>(ring_.size()) / rate_; }
  std::uint64_t starved() override { return starved_; }
  void set_rate(SampleRate rate) override { rate_ = rate.per_second; }

  void advance(Duration time) {
    due_samples_ += in_seconds(time) * rate_;
    for (; due_samples_ >= kDatagram; due_samples_ -= kDatagram) play();
  }

  std::vector<LaserSample> played;

 private:
  void play() {
    const std::size_t count = std::min(kDatagram, ring_.size());
    played.insert(played.end(), ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(count));
    played.resize(played.size() + kDatagram - count);
    ring_.erase(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(count));
    starved_ += kDatagram - count;
  }

  std::vector<LaserSample> ring_;
  std::uint32_t rate_ = kRate;
  std::uint64_t starved_ = 0;
  double due_samples_ = 0;
};

/// A JACK server, its client and a sink, in virtual time.
class Rig {
 public:
  /// @param ppm how much faster JACK's clock runs
  /// @param jitter largest lateness of its thread's wake-ups
  explicit Rig(double ppm = 0, Duration jitter = 0ms, std::uint32_t to = kRate)
      : feed(input, {kRate}, {to}, kLatency), period_s_(kPeriod / (kRate * (1 + ppm * 1e-6))), jitter_(jitter) {
    sink.set_rate({to});
    schedule();
  }

  void run(Duration time) {
    const TimePoint end = now + time;
    for (; now < end; now += 1ms) {
      while (!is_silent && arrival_ <= now) {
        deliver(arrival_);
        schedule();
      }
      for (; is_silent && arrival_ <= now; schedule()) {
        if (skips_frames)
          frame += kPeriod;
        else
          ++held_periods_;
      }
      feed.step(sink, now);
      sink.advance(1ms);
    }
  }
  /// Ends a silence; the periods kept meanwhile are delivered at once.
  void catch_up() {
    for (; held_periods_ > 0; --held_periods_) deliver(now);
    is_silent = false;
  }
  /// Ends a silence with an xrun; frame numbers continue as if no time had passed.
  void resume_with_xrun() {
    is_silent = false;
    input.add_xrun();
  }

  jack::InputRing input{100'000, {kRate}};
  jack::Feed feed;
  ModelSink sink;
  TimePoint now{1000s};
  bool is_silent = false;
  bool skips_frames = false;  ///< skips frames during a silence instead of keeping them
  std::uint64_t frame = 0;

 private:
  void schedule() {
    std::uniform_real_distribution<double> late(0, in_seconds(jitter_));
    ++cycle_;
    arrival_ = TimePoint(1000s) + Duration(std::llround((period_s_ * cycle_ + late(random_)) * 1e9));
  }
  void deliver(TimePoint arrival) {
    std::vector<float> x(kPeriod), y(kPeriod), lit(kPeriod, 1.0F / 65'535), none(kPeriod);
    for (std::uint32_t i = 0; i < kPeriod; ++i) {
      x[i] = static_cast<float>((frame + i) % 30'000) / 32'767.0F;
      y[i] = static_cast<float>((frame + i) / 30'000) / 32'767.0F;
    }
    input.push_period({.frame = static_cast<std::uint32_t>(frame),
                       .count = kPeriod,
                       .arrival = arrival,
                       .dark = false,
                       .levels = {x.data(), y.data(), lit.data(), none.data(), none.data()}});
    frame += kPeriod;
  }

  double period_s_;
  Duration jitter_;
  std::mt19937 random_{7};
  double cycle_ = 0;
  TimePoint arrival_{};
  std::uint64_t held_periods_ = 0;  ///< periods
};

struct Gap {
  std::uint64_t dark, missing;
  friend bool operator==(const Gap&, const Gap&) = default;
};

/// The gaps between lit samples, which have increasing numbers.
std::vector<Gap> gaps_of(const std::vector<LaserSample>& played) {
  std::vector<Gap> gaps;
  std::optional<std::uint64_t> last;
  std::uint64_t dark = 0;
  for (const auto& sample : played) {
    if (sample.is_dark()) {
      ++dark;
      continue;
    }
    const auto number = static_cast<std::uint64_t>(sample.y) * 30'000 + static_cast<std::uint64_t>(sample.x);
    if (last) {
      if (number <= *last) FAIL("sample " << number << " after " << *last);
      if (dark != 0 || number != *last + 1) gaps.push_back({dark, number - *last - 1});
    } else {
      REQUIRE(sample == LaserSample{.r = 1, .intensity = 0xFFFF});
    }
    last = number;
    dark = 0;
  }
  return gaps;
}

}  // namespace

TEST_CASE("jack: every sample is played once and in order, though neither clock is the other's", "[jack]") {
  const double ppm = GENERATE(180.0, -180.0);
  Rig rig(ppm, 4ms);
  rig.run(test::repeats(200s, 100s));
  CAPTURE(ppm);
  CHECK(gaps_of(rig.sink.played).empty());
  CHECK(rig.feed.late() == 0);
  CHECK(rig.feed.starts() == 1);
  CHECK(std::abs(static_cast<double>(rig.feed.correction_ppb()) * 1e-3 - ppm) < 40);
  const double level_ms = in_millis(rig.sink.buffered());
  CHECK(level_ms > 20);
  CHECK(level_ms <= 40);
}

TEST_CASE("jack: the first sample leaves when the latency is over", "[jack]") {
  Rig rig;
  rig.run(100ms);
  const auto first_lit = std::ranges::find_if(rig.sink.played, [](const auto& s) { return !s.is_dark(); });
  const auto dark = first_lit - rig.sink.played.begin();
  CHECK(dark >= 1'500 - 30);  // a period of 10 ms and the latency of 40 ms
  CHECK(dark <= 1'500 + 30);
}

TEST_CASE("jack: what is dropped by JACK is dark for its length", "[jack]") {
  const auto silence = GENERATE(as<Duration>{}, 20ms, 100ms, 300ms);
  Rig rig;
  rig.run(1s);
  rig.skips_frames = rig.is_silent = true;
  rig.run(silence);
  rig.is_silent = false;
  rig.run(1s);
  const auto frames = static_cast<std::uint64_t>(silence / 1ms * 30);
  CHECK(gaps_of(rig.sink.played) == std::vector<Gap>{{frames, frames}});
  CHECK(rig.input.missed() == frames);
}

TEST_CASE("jack: samples that come too late for their place are left out, and the others are in theirs",
          "[jack]") {
  Rig rig;
  rig.run(1s);
  rig.is_silent = true;
  rig.run(90ms);
  rig.catch_up();
  rig.run(1s);
  const auto gaps = gaps_of(rig.sink.played);
  REQUIRE(gaps.size() == 1);
  CHECK(gaps[0].dark == gaps[0].missing);
  CHECK(gaps[0].missing == rig.feed.late());
  CHECK(gaps[0].dark >= 50 * 30);
  CHECK(gaps[0].dark <= 61 * 30);
  CHECK(rig.feed.starts() == 1);
}

TEST_CASE("jack: time that JACK has lost is dark for its length, and no sample is left out", "[jack]") {
  const auto lost = GENERATE(as<Duration>{}, 20ms, 100ms, 400ms);
  Rig rig;
  rig.run(1s);
  rig.is_silent = true;
  rig.run(lost);
  rig.resume_with_xrun();
  rig.run(1s);
  const auto gaps = gaps_of(rig.sink.played);
  REQUIRE(gaps.size() == 1);
  CHECK(gaps[0].missing == 0);
  CHECK(static_cast<double>(gaps[0].dark) == Approx(in_millis(lost) * 30).margin(60));
  CHECK(rig.feed.late() == 0);
  CHECK(rig.feed.starts() == 2);
}

TEST_CASE("jack: time that is lost without a word makes one gap, not many", "[jack]") {
  Rig rig;
  rig.run(1s);
  rig.is_silent = true;
  rig.run(70ms);
  rig.is_silent = false;  // as resume_with_xrun() without an xrun
  rig.run(3s);
  const auto gaps = gaps_of(rig.sink.played);
  REQUIRE(gaps.size() == 1);
  CHECK(gaps[0].missing == 0);
  CHECK(static_cast<double>(gaps[0].dark) == Approx(2'100).margin(60));
}

TEST_CASE("jack: time that is lost bit by bit makes no sample late", "[jack]") {
  Rig rig;
  for (int i = 0; i < 20; ++i) {
    rig.run(1s);
    rig.is_silent = true;
    rig.run(26ms);  // less than what is buffered, at first
    rig.is_silent = false;
  }
  rig.run(1s);
  CHECK(rig.feed.late() == 0);
  CHECK(rig.feed.starts() > 5);
  for (const Gap& gap : gaps_of(rig.sink.played)) CHECK(gap.missing == 0);
}

TEST_CASE("jack: resampled, every second of JACK's is a second of the device's", "[jack]") {
  Rig rig(-100, 2ms, 20'000);
  rig.run(60s);
  CHECK(rig.sink.starved() <= 2 * 20 * 50);  // before the start
  CHECK(rig.feed.starts() == 1);
  CHECK(rig.feed.late() == 0);
}

TEST_CASE("jack: where nobody plays, nothing is kept for later", "[jack]") {
  Rig rig;
  rig.run(500ms);
  rig.feed.restart();
  const std::size_t before = rig.sink.played.size();
  rig.run(100ms);
  const std::vector<LaserSample> after(rig.sink.played.begin() + static_cast<std::ptrdiff_t>(before),
                                       rig.sink.played.end());
  CHECK(rig.feed.starts() == 2);
  CHECK(std::ranges::any_of(after, [](const auto& sample) { return !sample.is_dark(); }));
}
