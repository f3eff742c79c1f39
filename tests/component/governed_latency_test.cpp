// SPDX-License-Identifier: MIT
// The length of a device's sample queue adapts to the lateness of the producer, in virtual time.
#include <cmath>
#include <random>

#include "client/content/latency_control.hpp"
#include "support/playing_device.hpp"

using namespace idn;
using namespace std::chrono_literals;
using client::DeviceOptions;
using test::green;
using test::PlayingDevice;

namespace {

constexpr double kGoal = 1e-2;

/// A device whose producer fills its queue every millisecond, except during stalls.
struct GovernedDevice {
  explicit GovernedDevice(double probability = kGoal)
      : device({.rate = 30'000, .latency = 250ms, .underrun_probability = probability, .hold = Duration::max()},
               30) {}

  void bring() {
    const LaserSample sample = dark ? LaserSample{} : green(100);
    if (device.clock.now() < stalled_until) return;
    const auto call = device.content.begin_call(Source::Filled, device.clock.now());
    REQUIRE(call);
    while (device.content.free() > 0) {
      const auto room = device.content.room();
      std::ranges::fill(room, sample);
      device.content.commit(room.size(), device.clock.now());
    }
  }
  void run(Duration time) {
    device.run_for(time, [this] { bring(); });
  }
  /// Stalls at random, with exponentially distributed distances and lengths.
  void run_with_stalls(Duration time, std::mt19937_64& random, double apart_ms, double mean_ms) {
    const auto chance = [&](double mean) {
      const double even = (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0;
      return std::chrono::duration_cast<Duration>(
          std::chrono::duration<double, std::milli>(-mean * std::log(even)));
    };
    TimePoint next = device.clock.now() + chance(apart_ms);
    device.run_for(time, [&] {
      const TimePoint now = device.clock.now();
      if (now >= next) {
        stalled_until = now + chance(mean_ms);
        next = stalled_until + chance(apart_ms);
      }
      bring();
    });
  }
  void stall(Duration time) { stalled_until = device.clock.now() + time; }
  double level() const { return in_millis(device.content.latency()); }
  std::uint64_t starved() const { return device.stream->stats().starved_samples.value(); }

  using Source = client::ContentSource;
  PlayingDevice device;
  bool dark = false;
  TimePoint stalled_until{};
};

}  // namespace

TEST_CASE("of a prompt producer only little waits after a while, and none of it is missing", "[client]") {
  GovernedDevice stream;
  stream.run(100ms);
  CHECK(stream.level() == 40);
  stream.run(40s);
  CHECK(stream.level() < 5);
  CHECK(stream.level() >= 2);  // datagrams
  CHECK(stream.starved() == 0);
  CHECK(stream.device.content.waiting() <= 150);
}

TEST_CASE("what may wait grows at once with what was missed", "[client]") {
  GovernedDevice stream(1e-4);
  stream.run(40s);
  CHECK(stream.level() < 5);
  for (int i = 0; i < 3; ++i) {
    stream.stall(20ms);
    stream.run(22ms);
  }
  CHECK(stream.starved() > 0);
  CHECK(stream.level() > 20);
  const std::uint64_t starved = stream.starved();
  stream.stall(15ms);
  stream.run(20ms);
  CHECK(stream.starved() == starved);
}

TEST_CASE("what was missed would have had to wait as the promptest does, and as long again as it came late",
          "[client]") {
  client::LatencyControl control(kGoal, 20ms, 1ms, 250ms);
  const TimePoint begin{1000s};
  control.on_complete(begin, begin + 10ms, false);  // queued for 10 of 20 ms
  CHECK(control.level() == 20ms);
  control.on_missing(begin + 20ms);
  control.on_complete(begin + 50ms, begin + 60ms, false);  // 30 ms after the missing one was due
  CHECK(control.level() == 1ms + 10ms + 30ms);
}

TEST_CASE("nothing is missed between a restart of the producer and its next samples", "[client]") {
  client::LatencyControl control(kGoal, 20ms, 1ms, 250ms);
  const TimePoint begin{1000s};
  control.on_complete(begin, begin + 10ms, false);
  control.restart();
  control.on_missing(begin + 20ms);
  control.on_complete(begin + 120ms, begin + 130ms, false);
  CHECK(control.level() == 20ms);
}

TEST_CASE("no more than the given share of datagrams is incomplete, of a producer that stalls", "[client]") {
  std::mt19937_64 random(11);
  GovernedDevice stream;
  stream.run_with_stalls(60s, random, 200, 4);
  const std::uint64_t starved = stream.starved();
  const std::size_t datagrams = stream.device.net.sent.size();
  stream.run_with_stalls(120s, random, 200, 4);
  const double share = static_cast<double>(stream.starved() - starved) / 30 /
                       static_cast<double>(stream.device.net.sent.size() - datagrams);
  CAPTURE(share, stream.level());
  CHECK(share < 1.3 * kGoal);
  CHECK(stream.level() < 30);
}

TEST_CASE("in the dark what may wait shrinks without anybody noticing", "[client]") {
  GovernedDevice stream;
  stream.run(2s);
  CHECK(stream.level() > 10);
  stream.dark = true;
  stream.run(100ms);
  CHECK(stream.level() < 5);
}

TEST_CASE("what a blackout discards is not the producer's, nor is a pause", "[client]") {
  GovernedDevice stream;
  stream.run(40s);
  const double before = stream.level();
  for (int i = 0; i < 20; ++i) {
    stream.device.content.black_out(true);
    stream.device.content.black_out(false);
    stream.run(100ms);
  }
  CHECK(stream.level() <= before + 0.5);
  stream.stall(5s);
  stream.run(6s);
  CHECK(stream.level() <= before + 0.5);
}
