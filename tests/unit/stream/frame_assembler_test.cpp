// SPDX-License-Identifier: MIT
#include "stream/receive/frame_assembler.hpp"

#include <algorithm>

#include "support/catch.hpp"

namespace idn::stream {
namespace {

using Outcome = FrameAssembler::Outcome;

constexpr TimePoint kNow{std::chrono::seconds(5)};

struct Desk {
  FragmentBufferPool pool;
  FragmentBudget room{pool};
  FrameAssembler assembler{room};
  std::vector<std::byte> octets = std::vector<std::byte>(1000, std::byte{7});

  Fragment fragment(std::uint32_t timestamp, std::uint16_t sequence, std::size_t size = 10) {
    octets.resize(std::max(octets.size(), size));
    return {ConstBytes(octets).first(size), WireMicros{timestamp}, sequence};
  }
};

TEST_CASE("fragments with ascending timestamps join in order, also across the wrap", "[stream]") {
  Desk desk;
  CHECK(desk.assembler.start(desk.fragment(0xFFFF'FFFF, 1), kNow) == Outcome::Incomplete);
  desk.octets[0] = std::byte{1};
  CHECK(desk.assembler.append(desk.fragment(0, 5, 3), false) == Outcome::Incomplete);
  CHECK(desk.assembler.append(desk.fragment(1, 9, 4), true) == Outcome::Complete);
  REQUIRE(desk.assembler.octets().size() == 17);
  CHECK(desk.assembler.octets()[0] == std::byte{7});
  CHECK(desk.assembler.octets()[10] == std::byte{1});
  CHECK(desk.assembler.octets()[13] == std::byte{1});
}

TEST_CASE("a fragment that is missing, repeated or without a beginning fails the frame", "[stream]") {
  Desk desk;
  const auto [timestamp, sequence] =
      GENERATE(table<std::uint32_t, std::uint16_t>({{102, 2}, {99, 2}, {100, 3}, {100, 1}}));
  CAPTURE(timestamp, sequence);
  desk.assembler.start(desk.fragment(100, 1), kNow);
  CHECK(desk.assembler.append(desk.fragment(timestamp, sequence), true) == Outcome::Failed);
  CHECK_FALSE(desk.assembler.in_progress());
  CHECK(desk.assembler.append(desk.fragment(101, 2), true) == Outcome::Failed);
}

TEST_CASE("fragments that share one timestamp join when their packets are adjacent", "[stream]") {
  Desk desk;
  desk.assembler.start(desk.fragment(100, 0xFFFF), kNow);
  CHECK(desk.assembler.append(desk.fragment(100, 0), false) == Outcome::Incomplete);
  CHECK(desk.assembler.append(desk.fragment(100, 1), true) == Outcome::Complete);
  CHECK(desk.assembler.octets().size() == 30);
}

TEST_CASE("a new first fragment replaces the frame in progress", "[stream]") {
  Desk desk;
  desk.assembler.start(desk.fragment(100, 1, 500), kNow);
  desk.assembler.start(desk.fragment(200, 2, 20), kNow);
  CHECK(desk.assembler.append(desk.fragment(201, 3), true) == Outcome::Complete);
  CHECK(desk.assembler.octets().size() == 30);
  CHECK(desk.room.used == 30);
}

TEST_CASE("a frame may be given up half a second after its first fragment", "[stream]") {
  Desk desk;
  CHECK(desk.assembler.deadline() == kNever);
  desk.assembler.start(desk.fragment(100, 1), kNow);
  CHECK(desk.assembler.deadline() == kNow + std::chrono::milliseconds(500));
  desk.assembler.drop();
  CHECK(desk.assembler.deadline() == kNever);
}

TEST_CASE("the frames in progress of one session share one MiB", "[stream]") {
  constexpr std::size_t kHalf = FragmentBudget::kMaxOctets / 2;
  Desk desk;
  {
    FrameAssembler other(desk.room);
    CHECK(other.start(desk.fragment(0, 0, kHalf), kNow) == Outcome::Incomplete);
    CHECK(desk.assembler.start(desk.fragment(0, 0, kHalf), kNow) == Outcome::Incomplete);
    CHECK(desk.room.used == FragmentBudget::kMaxOctets);
    CHECK(desk.assembler.append(desk.fragment(1, 1, 1), false) == Outcome::Failed);
    CHECK(desk.room.used == kHalf);
    CHECK(desk.assembler.start(desk.fragment(0, 0, kHalf + 1), kNow) == Outcome::Failed);
  }
  CHECK(desk.room.used == 0);
}

TEST_CASE("buffers are used again", "[stream]") {
  Desk desk;
  desk.assembler.start(desk.fragment(0, 0, 900), kNow);
  const std::byte* const first = desk.assembler.octets().data();
  desk.assembler.drop();
  desk.assembler.start(desk.fragment(0, 0, 800), kNow);
  CHECK(desk.assembler.octets().data() == first);
}

TEST_CASE("the pool keeps a bounded number of buffers", "[stream]") {
  FragmentBufferPool pool;
  for (std::size_t i = 0; i < FragmentBufferPool::kKept + 5; ++i) pool.give_back(std::vector<std::byte>(100));
  for (std::size_t i = 0; i < FragmentBufferPool::kKept; ++i) CHECK(pool.take().capacity() >= 100);
  CHECK(pool.take().capacity() == 0);
}

}  // namespace
}  // namespace idn::stream
