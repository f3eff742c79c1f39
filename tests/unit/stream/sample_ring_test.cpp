// SPDX-License-Identifier: MIT
#include "idn/stream/send/sample_ring.hpp"

#include <array>
#include <thread>

#include "idn/stop_token.hpp"
#include "support/catch.hpp"
#include "support/repeats.hpp"

using namespace idn;
using stream::SampleRing;

namespace {

LaserSample numbered(std::uint32_t n) {
  return {static_cast<std::int16_t>(n & 0x7FFF), static_cast<std::int16_t>((n >> 15) & 0x7FFF)};
}

}  // namespace

TEST_CASE("a full ring takes what fits and says how much", "[stream]") {
  SampleRing ring(5);
  REQUIRE(ring.capacity() == 5);
  std::array<LaserSample, 4> samples{};
  for (std::uint32_t i = 0; i < 4; ++i) samples[i] = numbered(i + 1);
  CHECK(ring.peek(1).size() == 0);
  CHECK(ring.push(samples) == 4);
  CHECK(ring.push(samples) == 1);
  CHECK(ring.push(samples) == 0);
  CHECK(ring.size() == 5);
  CHECK(ring.peek(3).first[0] == numbered(1));
  CHECK(ring.peek(9).size() == 5);
  CHECK(ring.peek(9).first[4] == numbered(1));
  CHECK(ring.pop(4) == 4);
  CHECK(ring.pop(4) == 1);
  CHECK(ring.pop(4) == 0);
}

TEST_CASE("a ring has room for what is asked, and for one sample at least", "[stream]") {
  const std::array<LaserSample, 4> samples{};
  CHECK(SampleRing(0).push(samples) == 1);
  CHECK(SampleRing(1).push(samples) == 1);
  CHECK(SampleRing(2).push(samples) == 2);
}

TEST_CASE("a ring is filled in place, and read in place across its end", "[stream]") {
  SampleRing ring(6);  // allocates eight
  std::uint32_t next = 1;
  const auto fill = [&](std::size_t count) {
    const auto room = ring.room();
    REQUIRE(room.size() >= count);
    for (std::size_t i = 0; i < count; ++i) room[i] = numbered(next++);
    ring.commit(count);
  };
  fill(6);
  CHECK(ring.room().empty());
  CHECK(ring.pop(5) == 5);
  CHECK(ring.room().size() == 2);  // up to the end of the memory; the rest is contiguous at its beginning
  fill(2);
  CHECK(ring.room().size() == 3);
  fill(3);
  const auto pieces = ring.peek(6);
  REQUIRE(pieces.first.size() == 3);
  REQUIRE(pieces.second.size() == 3);
  CHECK(pieces.first[0] == numbered(6));
  CHECK(pieces.second[2] == numbered(11));
  CHECK(ring.pushed() == 11);
  CHECK(ring.popped() == 5);
  static_assert(sizeof(ring.pushed()) == 8 && sizeof(ring.popped()) == 8);  // also in 32-bit builds
}

TEST_CASE("two threads pass every sample on, once and in order", "[stream]") {
  constexpr std::uint32_t kCount = test::repeats(300'000, 50'000);
  SampleRing ring(64);
  jthread producer([&] {
    std::array<LaserSample, 37> batch{};
    for (std::uint32_t next = 0; next < kCount;) {
      const auto size = std::min<std::uint32_t>(batch.size(), kCount - next);
      for (std::uint32_t i = 0; i < size; ++i) batch[i] = numbered(next + i);
      next += static_cast<std::uint32_t>(ring.push(std::span(batch).first(size)));
    }
  });
  std::uint32_t wrong = 0;
  for (std::uint32_t expected = 0; expected < kCount;) {
    const auto pieces = ring.peek(23);
    for (const auto piece : {pieces.first, pieces.second})
      for (const LaserSample& sample : piece) wrong += sample != numbered(expected++);
    if (ring.pop(pieces.size()) == 0) std::this_thread::yield();
  }
  CHECK(wrong == 0);
  CHECK(ring.size() == 0);
}
