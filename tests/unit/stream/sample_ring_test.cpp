// SPDX-License-Identifier: MIT
#include "idn/stream/sample_ring.hpp"

#include <array>
#include <thread>

#include "support/catch.hpp"

using namespace idn;
using stream::SampleRing;

namespace {

LaserSample numbered(std::uint32_t n) {
  return {static_cast<std::int16_t>(n & 0x7FFF), static_cast<std::int16_t>((n >> 15) & 0x7FFF)};
}

}  // namespace

TEST_CASE("a full ring takes what fits and says how much", "[stream]") {
  SampleRing ring(5);
  REQUIRE(ring.capacity() == 8);
  std::array<LaserSample, 6> samples{};
  for (std::uint32_t i = 0; i < 6; ++i) samples[i] = numbered(i + 1);
  CHECK(ring.front() == nullptr);
  CHECK(ring.push(samples) == 6);
  CHECK(ring.push(samples) == 2);
  CHECK(ring.push(samples) == 0);
  CHECK(ring.size() == 8);
  CHECK(*ring.front() == numbered(1));
  std::array<LaserSample, 10> out{};
  CHECK(ring.pop(out) == 8);
  CHECK(out[5] == numbered(6));
  CHECK(out[7] == numbered(2));
  CHECK(ring.pop(out) == 0);
}

TEST_CASE("two threads pass every sample on, once and in order", "[stream]") {
  constexpr std::uint32_t kCount = 300'000;
  SampleRing ring(64);
  std::jthread producer([&] {
    std::array<LaserSample, 37> batch{};
    for (std::uint32_t next = 0; next < kCount;) {
      const auto size = std::min<std::uint32_t>(batch.size(), kCount - next);
      for (std::uint32_t i = 0; i < size; ++i) batch[i] = numbered(next + i);
      next += static_cast<std::uint32_t>(ring.push(std::span(batch).first(size)));
    }
  });
  std::array<LaserSample, 23> out{};
  std::uint32_t wrong = 0;
  for (std::uint32_t expected = 0; expected < kCount;) {
    const std::size_t count = ring.pop(out);
    for (std::size_t i = 0; i < count; ++i) wrong += out[i] != numbered(expected++);
    if (count == 0) std::this_thread::yield();
  }
  CHECK(wrong == 0);
  CHECK(ring.size() == 0);
}
