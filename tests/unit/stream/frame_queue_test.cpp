// SPDX-License-Identifier: MIT
#include "idn/stream/frame_queue.hpp"

#include <thread>

#include "support/catch.hpp"

using namespace idn;
using stream::Frame;
using stream::FrameQueue;

namespace {

std::vector<LaserSample> picture(std::int16_t x) {
  return std::vector<LaserSample>(static_cast<std::size_t>(10 + x % 7), LaserSample{.x = x});
}

}  // namespace

TEST_CASE("frames come out in order, and a full queue takes no more", "[stream]") {
  FrameQueue queue;
  CHECK(queue.take() == nullptr);
  for (std::int16_t i = 0; i < 4; ++i) CHECK(queue.push(picture(i), i == 2));
  CHECK_FALSE(queue.push(picture(9), false));
  CHECK(queue.size() == 4);
  for (std::int16_t i = 0; i < 4; ++i) {
    const Frame* frame = queue.take();
    REQUIRE(frame != nullptr);
    CHECK(frame->samples == picture(i));
    CHECK(frame->once == (i == 2));
  }
  CHECK(queue.take() == nullptr);
}

TEST_CASE("the frame that was taken stays until the next one is taken", "[stream]") {
  FrameQueue queue;
  queue.push(picture(1), false);
  const Frame* shown = queue.take();
  for (std::int16_t i = 2; i < 6; ++i) CHECK(queue.push(picture(i), false));
  CHECK(shown->samples == picture(1));
}

TEST_CASE("producer and tick thread share a frame queue without tearing a frame", "[stream]") {
  FrameQueue queue;
  constexpr std::int16_t kFrames = 20'000;
  std::jthread producer([&] {
    for (std::int16_t i = 0; i < kFrames;)
      if (queue.push(picture(i), false)) ++i;
  });
  bool torn = false;
  for (std::int16_t i = 0; i < kFrames;) {
    const Frame* frame = queue.take();
    if (frame == nullptr) continue;
    torn = torn || frame->samples != picture(i);
    ++i;
  }
  CHECK_FALSE(torn);
}
