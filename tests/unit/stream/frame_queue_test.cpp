// SPDX-License-Identifier: MIT
#include "stream/send/frame_queue.hpp"

#include <thread>

#include "idn/stop_token.hpp"
#include "support/catch.hpp"
#include "support/repeats.hpp"

using namespace idn;
using stream::FrameOrder;
using stream::FrameQueue;
using stream::FrameRepeat;
using stream::QueuedFrame;

namespace {

constexpr auto kStays = FrameRepeat::UntilNext;

std::vector<LaserSample> picture(std::int16_t x) {
  return std::vector<LaserSample>(static_cast<std::size_t>(10 + x % 7), LaserSample{.x = x});
}

}  // namespace

TEST_CASE("frames come out in order, and a full queue takes no more", "[stream]") {
  FrameQueue queue(FrameOrder::KeepAll);
  CHECK(queue.take() == nullptr);
  for (std::int16_t i = 0; i < 4; ++i) CHECK(queue.push(picture(i), i == 2 ? FrameRepeat::Once : kStays));
  CHECK_FALSE(queue.push(picture(9), kStays));
  CHECK(queue.size() == 4);
  for (std::int16_t i = 0; i < 4; ++i) {
    const QueuedFrame* frame = queue.take();
    REQUIRE(frame != nullptr);
    CHECK(frame->samples == picture(i));
    CHECK((frame->repeat == FrameRepeat::Once) == (i == 2));
  }
  CHECK(queue.take() == nullptr);
}

TEST_CASE("the frame that was taken stays until the next one is taken", "[stream]") {
  FrameQueue queue(FrameOrder::KeepAll);
  queue.push(picture(1), kStays);
  const QueuedFrame* shown = queue.take();
  for (std::int16_t i = 2; i < 6; ++i) CHECK(queue.push(picture(i), kStays));
  CHECK(shown->samples == picture(1));
}

TEST_CASE("producer and tick thread share a frame queue without tearing a frame", "[stream]") {
  FrameQueue queue(FrameOrder::KeepAll);
  constexpr std::int16_t kFrames = test::repeats(20'000, 4'000);
  jthread producer([&] {
    for (std::int16_t i = 0; i < kFrames;)
      if (queue.push(picture(i), kStays))
        ++i;
      else
        std::this_thread::yield();  // without it the test takes a minute if only one core is free
  });
  bool torn = false;
  for (std::int16_t i = 0; i < kFrames;) {
    const QueuedFrame* frame = queue.take();
    if (frame == nullptr) {
      std::this_thread::yield();
      continue;
    }
    torn = torn || frame->samples != picture(i);
    ++i;
  }
  CHECK_FALSE(torn);
}

TEST_CASE("of several frames the newest is taken, and what was taken stays", "[stream]") {
  FrameQueue queue(FrameOrder::NewestWins);
  CHECK(queue.take() == nullptr);
  for (std::int16_t i = 0; i < 3; ++i) CHECK(queue.push(picture(i), kStays));
  CHECK(queue.size() == 1);
  CHECK(queue.replaced() == 2);
  const QueuedFrame* shown = queue.take();
  REQUIRE(shown != nullptr);
  CHECK(shown->samples == picture(2));
  CHECK(queue.take() == nullptr);
  for (std::int16_t i = 3; i < 9; ++i) CHECK(queue.push(picture(i), i == 8 ? FrameRepeat::Once : kStays));
  CHECK(shown->samples == picture(2));
  shown = queue.take();
  REQUIRE(shown != nullptr);
  CHECK(shown->samples == picture(8));
  CHECK(shown->repeat == FrameRepeat::Once);
  CHECK(queue.replaced() == 7);
}

TEST_CASE("a producer that overwrites what waits never tears the frame that is taken", "[stream]") {
  FrameQueue queue(FrameOrder::NewestWins);
  constexpr std::int16_t kFrames = test::repeats(20'000, 4'000);
  jthread producer([&] {
    for (std::int16_t i = 0; i < kFrames; ++i) queue.push(picture(i), kStays);
  });
  bool torn = false;
  for (std::int16_t last = -1; last < kFrames - 1;) {
    const QueuedFrame* frame = queue.take();
    if (frame == nullptr) {
      std::this_thread::yield();
      continue;
    }
    const std::int16_t x = frame->samples.front().x;
    torn = torn || x <= last || frame->samples != picture(x);
    last = x;
  }
  CHECK_FALSE(torn);
}
