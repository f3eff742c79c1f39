// SPDX-License-Identifier: MIT
#include "plugins/common/frame_slots.hpp"

#include "support/catch.hpp"

using namespace idn;
using namespace std::chrono_literals;
using plugins::FrameSlots;

namespace {

constexpr TimePoint kStart{1000s};

/// Samples that encode the number of the frame in x and their index in y.
std::vector<LaserSample> numbered(std::int16_t frame, std::int16_t count) {
  std::vector<LaserSample> samples;
  for (std::int16_t i = 0; i < count; ++i) samples.push_back({.x = frame, .y = i, .g = 0xFFFF});
  return samples;
}

/// A device that requests ten samples at a time, which last a millisecond at 10'000 per second, without
/// waiting.
struct AskingDevice {
  FrameSlots slots;
  TimePoint now = kStart;
  Duration ahead{0};  ///< from a request to the departure of its samples
  bool is_rate_settled = true;
  std::vector<LaserSample> played{};
  std::vector<std::uint32_t> rates{};

  FrameSlots::NextResult ask(std::size_t most = 10) {
    std::vector<LaserSample> room(most);
    const auto answer = slots.next(room, now + ahead, now, is_rate_settled);
    played.insert(played.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(answer.samples));
    rates.insert(rates.end(), answer.samples, slots.rate());
    now += Duration(static_cast<std::int64_t>(answer.samples) * 100'000);
    return answer;
  }
  void ask_repeatedly(int times) {
    for (int i = 0; i < times; ++i) ask();
  }
};

AskingDevice device_with(Duration hold = 1s, Duration slack = 0ms) {
  return {.slots = FrameSlots(10'000, hold, slack)};
}

constexpr plugins::PlayRequest kLoop{.rate = 10'000};
constexpr plugins::PlayRequest kOnce{.rate = 10'000, .passes = 1};

}  // namespace

TEST_CASE("frames: one follows the other at the end of its pass, without a sample between", "[plugins]") {
  auto device = device_with();
  CHECK(device.slots.is_ready());
  device.slots.offer(numbered(1, 25), kLoop, kStart);
  CHECK_FALSE(device.slots.is_ready());
  device.ask();
  CHECK(device.slots.is_ready());
  device.slots.offer(numbered(2, 15), kLoop, kStart);
  CHECK_FALSE(device.slots.is_ready());
  device.ask_repeatedly(3);
  CHECK(device.slots.is_ready());
  device.ask();
  auto expected = numbered(1, 25);
  const auto second = numbered(2, 15);
  expected.insert(expected.end(), second.begin(), second.end());
  CHECK(device.played == expected);
}

TEST_CASE("frames: the last one is repeated for the hold time and no longer", "[plugins]") {
  auto device = device_with(20ms);
  device.slots.offer(numbered(1, 25), kLoop, kStart);
  device.ask_repeatedly(100);
  CHECK(device.played.size() == 200);
  CHECK(device.played[25] == numbered(1, 25)[0]);
  CHECK(device.ask().retry_at == kNever);
  CHECK(device.slots.is_ready());
}

TEST_CASE("frames: the hold time begins with the last frame, however long it waited", "[plugins]") {
  auto device = device_with(20ms);
  device.slots.offer(numbered(1, 150), kLoop, kStart);
  device.ask();
  device.slots.offer(numbered(2, 50), kLoop, kStart);
  device.ask_repeatedly(100);
  CHECK(device.played.size() == 350);  // 15 ms of the first one, then 20 ms of the second one
}

TEST_CASE("frames: a pass that is longer than the hold time is dark after that", "[plugins]") {
  auto device = device_with(20ms);
  device.slots.offer(numbered(1, 1000), kOnce, kStart);
  device.ask_repeatedly(100);
  CHECK(device.played.size() == 200);
  SECTION("and a frame that waits takes over") {
    device.slots.offer(numbered(2, 10), kOnce, device.now);
    device.ask();
    CHECK(device.played.back().x == 2);
  }
}

TEST_CASE("frames: passes are counted", "[plugins]") {
  auto device = device_with();
  device.slots.offer(numbered(1, 25), {.rate = 10'000, .passes = 3}, kStart);
  device.ask_repeatedly(3);
  CHECK(device.slots.unplayed_time() == 0ms);
  CHECK(device.slots.is_played());
  device.ask_repeatedly(20);
  CHECK(device.played.size() == 75);
  CHECK(device.ask().samples == 0);
}

TEST_CASE("frames: one that shall start at once cuts the one that is played", "[plugins]") {
  auto device = device_with();
  device.slots.offer(numbered(1, 100), kLoop, kStart);
  device.ask();
  device.slots.offer(numbered(2, 20), kLoop, kStart);
  device.slots.offer(numbered(3, 20), {.rate = 10'000, .at_once = true}, kStart);
  device.ask_repeatedly(2);
  CHECK(device.played.size() == 30);
  CHECK(device.played[10] == numbered(3, 1)[0]);
}

TEST_CASE("frames: of two that wait the newer one is played", "[plugins]") {
  auto device = device_with();
  device.slots.offer(numbered(1, 10), kOnce, kStart);
  device.slots.offer(numbered(2, 10), kOnce, kStart);
  device.ask_repeatedly(3);
  CHECK(device.played == numbered(2, 10));
}

TEST_CASE("frames: a pass is repeated only when the wire needs it, so that a late frame still follows",
          "[plugins]") {
  auto device = device_with(1s, 10ms);
  device.ahead = 40ms;
  device.slots.offer(numbered(1, 20), kLoop, kStart);
  device.ask_repeatedly(2);
  const auto answer = device.ask();
  CHECK(answer.samples == 0);
  CHECK(answer.retry_at == device.now + 35ms);
  SECTION("the frame comes in time") {
    device.now = answer.retry_at - 1ms;
    device.slots.offer(numbered(2, 20), kLoop, device.now);
    device.ask();
    CHECK(device.played.back().x == 2);
  }
  SECTION("it does not") {
    device.now = answer.retry_at;
    device.ahead = 5ms;
    device.ask();
    CHECK(device.played.size() == 30);
    CHECK(device.played[20] == numbered(1, 1)[0]);
    device.ask();
    device.ahead = 9ms;
    CHECK(device.ask().samples == 10);
  }
}

TEST_CASE("frames: each has its own rate, and waits until that of the one before plays", "[plugins]") {
  auto device = device_with();
  device.slots.offer(numbered(1, 10), {.rate = 20'000, .passes = 1}, kStart);
  device.is_rate_settled = false;
  CHECK(device.ask().samples == 0);
  CHECK(device.ask().retry_at == device.now + 1ms);
  device.is_rate_settled = true;
  CHECK(device.ask().samples == 10);
  device.slots.offer(numbered(2, 10), {.rate = 20'000, .passes = 1}, device.now);
  device.is_rate_settled = false;
  CHECK(device.ask().samples == 10);
  CHECK(device.rates == std::vector<std::uint32_t>(20, 20'000));
}

TEST_CASE("frames: play time that is left counts each frame once", "[plugins]") {
  auto device = device_with();
  device.slots.offer(numbered(1, 30), kLoop, kStart);
  CHECK(device.slots.unplayed_time() == 3ms);
  device.ask();
  device.slots.offer(numbered(2, 20), {.rate = 20'000}, kStart);
  CHECK(device.slots.unplayed_time() == 3ms);
  CHECK_FALSE(device.slots.is_played());
  device.slots.clear();
  CHECK(device.slots.unplayed_time() == 0ms);
  CHECK(device.ask().samples == 0);
}

TEST_CASE("frames: what was offered last is played to its end once, then there is nothing", "[plugins]") {
  auto device = device_with();
  device.slots.offer(numbered(1, 10), kLoop, kStart);
  device.ask();
  device.slots.offer(numbered(2, 10), kLoop, kStart);
  device.slots.play_out();
  device.ask_repeatedly(5);
  CHECK(device.played.size() == 20);
}
