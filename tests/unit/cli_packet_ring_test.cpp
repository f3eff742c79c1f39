// SPDX-License-Identifier: MIT
#include "cli/recorder/packet_ring.hpp"

#include <random>
#include <thread>

#include "idn/stop_token.hpp"
#include "support/catch.hpp"

namespace idn::cli {
namespace {

/// Octets that encode the number of the packet and their position.
std::vector<std::byte> packet(std::size_t number, std::size_t size) {
  std::vector<std::byte> octets(size);
  for (std::size_t i = 0; i < size; ++i) octets[i] = static_cast<std::byte>(number * 31 + i);
  return octets;
}

TEST_CASE("packets of any size come out as they went in, in order", "[server]") {
  PacketRing ring(1 << 17);
  std::mt19937 random(5);
  std::vector<std::size_t> sizes;
  std::size_t written = 0, read = 0;
  const auto check_front = [&] {
    const auto front = ring.front();
    REQUIRE(front);
    CHECK(front->at == Duration(static_cast<std::int64_t>(read)));
    REQUIRE(std::ranges::equal(front->octets, packet(read, sizes[read])));
    ring.pop();
    ++read;
  };
  for (int round = 0; round < 5000; ++round) {
    const std::size_t size = random() % 8 == 0 ? random() % 65'508 : random() % 100;
    if (ring.push(Duration(static_cast<std::int64_t>(written)), packet(written, size))) {
      sizes.push_back(size);
      ++written;
    } else {
      REQUIRE(written > read);
      check_front();
    }
    if (random() % 2 == 0 && written > read) check_front();
  }
  while (read < written) check_front();
  CHECK_FALSE(ring.front());
  CHECK(written > 1000);
}

TEST_CASE("a full ring refuses and keeps what it has", "[server]") {
  PacketRing ring(1 << 17);
  std::size_t count = 0;
  while (ring.push(Duration{}, packet(count, 1000))) ++count;
  CHECK(count == (1 << 17) / 1024);
  CHECK_FALSE(ring.push(Duration{}, packet(0, 1000)));
  for (std::size_t i = 0; i < count; ++i) {
    REQUIRE(std::ranges::equal(ring.front()->octets, packet(i, 1000)));
    ring.pop();
  }
  CHECK(ring.push(Duration{}, packet(0, 1000)));
}

TEST_CASE("two threads lose no packet and mix none", "[server]") {
  constexpr std::size_t kCount = 100'000;
  PacketRing ring(1 << 17);
  const jthread producer([&] {
    for (std::size_t i = 0; i < kCount; ++i)
      while (!ring.push(Duration(static_cast<std::int64_t>(i)), packet(i, i % 700))) std::this_thread::yield();
  });
  bool is_right = true;
  for (std::size_t i = 0; i < kCount;) {
    const auto front = ring.front();
    if (!front) continue;
    is_right = is_right && std::ranges::equal(front->octets, packet(i, i % 700));
    ring.pop();
    ++i;
  }
  CHECK(is_right);
}

}  // namespace
}  // namespace idn::cli
