// SPDX-License-Identifier: MIT
#include "idn_parser/input/time_order.hpp"

#include <algorithm>

#include "datagrams.hpp"
#include "support/catch.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

constexpr Endpoint kOther = Endpoint::ipv4(0x0A000003, 50'000);

/// Passes datagrams to a TimeOrder, and stores the packet numbers in the order in which it returns them.
class Sorting {
 public:
  void add(Duration time, const Octets& octets, const Endpoint& from = kClient, const Endpoint& to = kServer) {
    order_.push({.content = {.source = from, .destination = to, .payload = octets, .length = octets.size()},
                 .position = {.time = kStart + time, .packet_number = ++number_}});
    take();
  }
  /// Number `sequence` of a connection, with a timestamp of its own.
  void add(Duration time, std::uint16_t sequence, const Endpoint& from = kClient) {
    add(time, datagram(sequence, {.timestamp_us = static_cast<std::int64_t>(1000 * number_)}), from);
  }

  const std::vector<std::uint64_t>& so_far() const { return numbers_; }
  std::vector<std::uint64_t> finish() {
    order_.finish();
    take();
    return numbers_;
  }
  std::uint64_t sorted() const { return order_.sorted(); }

 private:
  void take() {
    while (auto datagram = order_.poll()) {
      numbers_.push_back(datagram->get().position.packet_number);
      order_.recycle(std::move(datagram));
    }
  }

  TimeOrder order_{kIdnPort};
  std::uint64_t number_ = 0;
  std::vector<std::uint64_t> numbers_;
};

using Numbers = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("what is in order stays as it is", "[parser]") {
  Sorting sorting;
  for (std::uint16_t i = 0; i < 500; ++i) sorting.add(i / 2 * 1ms, i);
  const auto numbers = sorting.finish();
  CHECK(numbers.size() == 500);
  CHECK(std::ranges::is_sorted(numbers));
  CHECK(sorting.sorted() == 0);
}

TEST_CASE("connections are sorted against each other", "[parser]") {
  Sorting sorting;
  sorting.add(0ms, 0);
  sorting.add(1ms, 1);
  sorting.add(5ms, 2);
  sorting.add(0ms, 0, kOther);
  sorting.add(4ms, 1, kOther);
  sorting.add(6ms, 2, kOther);
  CHECK(sorting.finish() == Numbers{1, 4, 2, 5, 3, 6});
  CHECK(sorting.sorted() == 2);
}

TEST_CASE("within a connection a packet moves where its number steps back as well", "[parser]") {
  Sorting sorting;
  for (const int i : {0, 1, 3, 2, 4}) sorting.add(i * 1ms, static_cast<std::uint16_t>(0xFFFE + i));
  CHECK(sorting.finish() == Numbers{1, 2, 4, 3, 5});
  CHECK(sorting.sorted() == 1);
}

TEST_CASE("nothing moves across a place where the clock was set back", "[parser]") {
  Sorting sorting;
  sorting.add(10ms, 0);
  sorting.add(10500us, 0, kOther);
  sorting.add(11ms, 1);
  SECTION("by less than the window: the numbers go on") {
    sorting.add(10ms, 2);
    sorting.add(9ms, 0, Endpoint::ipv4(0x0A000004, 1));
    CHECK(sorting.so_far() == Numbers{1, 2, 3});
    CHECK(sorting.finish() == Numbers{1, 2, 3, 5, 4});
    CHECK(sorting.sorted() == 1);
  }
  SECTION("by more than the window") {
    sorting.add(11ms - 101ms, 0, Endpoint::ipv4(0x0A000004, 1));
    CHECK(sorting.so_far() == Numbers{1, 2, 3});
    CHECK(sorting.finish() == Numbers{1, 2, 3, 4});
    CHECK(sorting.sorted() == 0);
  }
  SECTION("by just the window it moves") {
    sorting.add(11ms - 100ms, 0, Endpoint::ipv4(0x0A000004, 1));
    CHECK(sorting.finish() == Numbers{4, 1, 2, 3});
  }
  SECTION("a sender that begins anew, with a far smaller number") {
    sorting.add(10ms, 50'000);
    CHECK(sorting.finish() == Numbers{1, 2, 3, 4});
  }
}

TEST_CASE("the same packet from two interfaces moves, one of a sender that never counts does not", "[parser]") {
  Sorting sorting;
  const auto once = datagram(0, {.timestamp_us = 1000});
  sorting.add(2ms, once);
  sorting.add(1ms, once);
  SECTION("the same") {
    CHECK(sorting.finish() == Numbers{2, 1});
  }
  SECTION("another timestamp") {
    sorting.add(500us, datagram(0, {.timestamp_us = 2000}));
    CHECK(sorting.finish() == Numbers{2, 1, 3});
  }
}

TEST_CASE("acknowledges and discovery move freely", "[parser]") {
  Sorting sorting;
  sorting.add(2ms, 0);
  sorting.add(1ms, packet(wire::Command::RtAcknowledge, 5), kServer, kClient);
  sorting.add(500us, packet(wire::Command::ScanRequest, 9));
  CHECK(sorting.finish() == Numbers{3, 2, 1});
}

TEST_CASE("what is held is bounded by time, number and octets", "[parser]") {
  Sorting sorting;
  SECTION("time") {
    sorting.add(0ms, 0);
    sorting.add(100ms, 1);
    CHECK(sorting.so_far().empty());
    sorting.add(101ms, 2);
    CHECK(sorting.so_far() == Numbers{1});
  }
  SECTION("number") {
    for (std::size_t i = 0; i < TimeOrder::kMostHeld; ++i) sorting.add(0ms, static_cast<std::uint16_t>(i));
    CHECK(sorting.so_far().empty());
    sorting.add(0ms, static_cast<std::uint16_t>(TimeOrder::kMostHeld));
    CHECK(sorting.so_far() == Numbers{1});
  }
  SECTION("octets") {
    const Octets large(65'000);
    const auto most = TimeOrder::kMostOctets / large.size();
    for (std::size_t i = 0; i < most; ++i) sorting.add(0ms, large);
    CHECK(sorting.so_far().empty());
    sorting.add(0ms, large);
    CHECK(sorting.so_far() == Numbers{1});
  }
}

TEST_CASE("a datagram keeps its octets while it waits", "[parser]") {
  TimeOrder order(kIdnPort);
  for (int i = 0; i < 10; ++i) {
    const Octets octets = wave_datagram(i);
    order.push(
        {.content = {.source = kClient, .destination = kServer, .payload = octets, .length = octets.size()},
         .position = {.time = i * 1ms}});
  }
  order.finish();
  for (int i = 0; i < 10; ++i) {
    const auto datagram = order.poll();
    REQUIRE(datagram);
    CHECK(std::ranges::equal(datagram->get().content.payload, wave_datagram(i)));
  }
  CHECK_FALSE(order.poll());
}
