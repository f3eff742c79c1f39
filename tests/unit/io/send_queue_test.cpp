// SPDX-License-Identifier: MIT
#include "io/send_queue.hpp"

#include "support/catch.hpp"

namespace idn::io {
namespace {

constexpr Endpoint kReceiver = Endpoint::ipv4(0x0A000001, kIdnPort);

/// A queue that datagrams of these sizes were put into, for the links in turn.
struct Queued {
  struct Item {
    std::size_t link;
    std::size_t octets;
  };
  SendQueue queue{100, 1 << 20};

  explicit Queued(std::initializer_list<Item> items, bool merge = true) {
    std::byte mark{0};
    for (const auto& [link, octets] : items) {
      mark = static_cast<std::byte>(std::to_integer<int>(mark) + 1);
      queue.push(link, kReceiver, std::vector<std::byte>(octets, mark), merge);
    }
  }
  /// How many datagrams each message has.
  std::vector<std::size_t> shape() const {
    std::vector<std::size_t> counts;
    for (const auto& message : queue.messages()) counts.push_back(message.datagrams());
    return counts;
  }
};

using Shape = std::vector<std::size_t>;

TEST_CASE("datagrams of one size for one receiver become one message, in order", "[io]") {
  const Queued queued{{0, 10}, {0, 10}, {0, 10}};
  REQUIRE(queued.shape() == Shape{3});
  const OutgoingMessage message = queued.queue.messages()[0];
  CHECK(message.to == kReceiver);
  CHECK(message.segment == 10);
  REQUIRE(message.octets.size() == 30);
  for (std::size_t i = 0; i < 30; ++i) CHECK(message.octets[i] == static_cast<std::byte>(1 + i / 10));
}

TEST_CASE("a shorter datagram ends a message, a longer one begins the next", "[io]") {
  CHECK(Queued{{0, 10}, {0, 10}, {0, 4}, {0, 4}}.shape() == Shape{3, 1});
  CHECK(Queued{{0, 10}, {0, 4}, {0, 10}}.shape() == Shape{2, 1});
  CHECK(Queued{{0, 10}, {0, 11}, {0, 11}}.shape() == Shape{1, 2});
}

TEST_CASE("only neighbours for the same receiver merge, and only on demand", "[io]") {
  CHECK(Queued{{0, 10}, {1, 10}, {0, 10}}.shape() == Shape{1, 1, 1});
  CHECK(Queued({{0, 10}, {0, 10}}, false).shape() == Shape{1, 1});
}

TEST_CASE("an empty datagram stays one of its own", "[io]") {
  CHECK(Queued{{0, 0}, {0, 0}, {0, 5}, {0, 0}}.shape() == Shape{1, 1, 1, 1});
}

TEST_CASE("a message holds at most 64 datagrams and what IPv4 can carry", "[io]") {
  SendQueue many(200, 1 << 20);
  for (int i = 0; i < 130; ++i) many.push(0, kReceiver, std::vector<std::byte>(10), true);
  REQUIRE(many.messages().size() == 3);
  CHECK(many.messages()[0].datagrams() == 64);
  CHECK(many.messages()[2].datagrams() == 2);
  SendQueue large(200, 1 << 20);
  for (int i = 0; i < 3; ++i) large.push(0, kReceiver, std::vector<std::byte>(32'753), true);
  REQUIRE(large.messages().size() == 2);
  CHECK(large.messages()[0].octets.size() == 65'506);
}

TEST_CASE("a queue is full by datagrams or by octets, and empty again when cleared", "[io]") {
  SendQueue queue(2, 65'507);
  CHECK(queue.has_room_for(65'507));
  CHECK_FALSE(queue.has_room_for(65'508));
  queue.push(0, kReceiver, std::vector<std::byte>(65'500), true);
  CHECK(queue.has_room_for(7));
  CHECK_FALSE(queue.has_room_for(8));
  queue.push(1, kReceiver, std::vector<std::byte>(7), true);
  CHECK_FALSE(queue.has_room_for(0));
  queue.clear();
  CHECK(queue.messages().empty());
  CHECK(queue.has_room_for(65'507));
}

TEST_CASE("the largest datagram has room in the smallest queue", "[io]") {
  CHECK(SendQueue(0, 0).has_room_for(SendQueue::kMaxDatagram));
}

}  // namespace
}  // namespace idn::io
