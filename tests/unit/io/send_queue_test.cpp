// SPDX-License-Identifier: MIT
#include "io/send/send_queue.hpp"

#include "support/catch.hpp"

namespace idn::io {
namespace {

void push(SendQueue& queue, std::size_t octets, std::byte mark = std::byte{0}, bool merge = true) {
  const std::vector<std::byte> datagram(octets, mark);
  queue.push({.octets = datagram}, merge);
}

/// A queue with datagrams of these sizes.
struct Queued {
  SendQueue queue{100, 1 << 20};

  explicit Queued(std::initializer_list<std::size_t> sizes, bool merge = true) {
    std::byte mark{0};
    for (const std::size_t octets : sizes) {
      mark = static_cast<std::byte>(std::to_integer<int>(mark) + 1);
      push(queue, octets, mark, merge);
    }
  }
  /// Number of datagrams in each message.
  std::vector<std::size_t> shape() const {
    std::vector<std::size_t> counts;
    for (const auto& message : queue.messages()) counts.push_back(message.datagrams());
    return counts;
  }
};

using Shape = std::vector<std::size_t>;

TEST_CASE("datagrams of one size become one message, in order", "[io]") {
  const Queued queued{10, 10, 10};
  REQUIRE(queued.shape() == Shape{3});
  const OutgoingMessage message = queued.queue.messages()[0];
  CHECK(message.segment == 10);
  REQUIRE(message.octets.size() == 30);
  for (std::size_t i = 0; i < 30; ++i) CHECK(message.octets[i] == static_cast<std::byte>(1 + i / 10));
}

TEST_CASE("a shorter datagram ends a message, a longer one begins the next", "[io]") {
  CHECK(Queued{10, 10, 4, 4}.shape() == Shape{3, 1});
  CHECK(Queued{10, 4, 10}.shape() == Shape{2, 1});
  CHECK(Queued{10, 11, 11}.shape() == Shape{1, 2});
}

TEST_CASE("datagrams merge only on demand", "[io]") {
  CHECK(Queued({10, 10}, false).shape() == Shape{1, 1});
}

TEST_CASE("only datagrams that leave at the same time merge", "[io]") {
  SendQueue queue(10, 1000);
  const std::vector<std::byte> datagram(10);
  for (const int us : {1, 1, 2})
    queue.push({.octets = datagram, .departure = TimePoint(std::chrono::microseconds(us))}, true);
  REQUIRE(queue.messages().size() == 2);
  CHECK(queue.messages()[0].datagrams() == 2);
  CHECK(queue.messages()[1].departure == TimePoint(std::chrono::microseconds(2)));
}

TEST_CASE("an empty datagram stays one of its own", "[io]") {
  CHECK(Queued{0, 0, 5, 0}.shape() == Shape{1, 1, 1, 1});
}

TEST_CASE("a message holds at most 64 datagrams and what IPv4 can carry", "[io]") {
  SendQueue many(200, 1 << 20);
  for (int i = 0; i < 130; ++i) push(many, 10);
  REQUIRE(many.messages().size() == 3);
  CHECK(many.messages()[0].datagrams() == 64);
  CHECK(many.messages()[2].datagrams() == 2);
  SendQueue large(200, 1 << 20);
  for (int i = 0; i < 3; ++i) push(large, 32'753);
  REQUIRE(large.messages().size() == 2);
  CHECK(large.messages()[0].octets.size() == 65'506);
}

TEST_CASE("a queue is full by datagrams or by octets, and empty again when cleared", "[io]") {
  SendQueue queue(2, 65'507);
  CHECK(queue.has_room_for(65'507));
  CHECK_FALSE(queue.has_room_for(65'508));
  push(queue, 65'500);
  CHECK(queue.has_room_for(7));
  CHECK_FALSE(queue.has_room_for(8));
  push(queue, 7);
  CHECK_FALSE(queue.has_room_for(0));
  queue.clear();
  CHECK(queue.messages().empty());
  CHECK(queue.has_room_for(65'507));
}

TEST_CASE("the largest datagram has room in the smallest queue", "[io]") {
  CHECK(SendQueue(0, 0).has_room_for(SendQueue::kMaxDatagram));
}

/// A datagram whose octets stay valid.
struct KeptDatagram {
  std::vector<std::byte> octets;
  OutgoingMessage message() const { return {.octets = octets}; }
};

TEST_CASE("a datagram that is alone is not copied", "[io]") {
  SendQueue queue(10, 1000);
  const KeptDatagram a{{100, std::byte{1}}};
  queue.push(a.message(), true, BufferOwner::Caller);
  REQUIRE(queue.messages().size() == 1);
  CHECK(queue.messages()[0].octets.data() == a.octets.data());
  CHECK(queue.copied_octets() == 0);
}

TEST_CASE("datagrams that are kept for one more only arrive as they were", "[io]") {
  const bool merge = GENERATE(true, false);
  SendQueue queue(10, 1000);
  // As a stream makes datagrams: in two buffers in turn.
  KeptDatagram places[2];
  const std::size_t sizes[] = {100, 90, 120, 120, 120, 7};
  for (int i = 0; i < 6; ++i) {
    places[i % 2].octets.assign(sizes[i], static_cast<std::byte>(i));
    queue.push(places[i % 2].message(), merge, BufferOwner::Caller);
  }
  std::vector<std::byte> sent, expected;
  for (const auto& message : queue.messages())
    sent.insert(sent.end(), message.octets.begin(), message.octets.end());
  for (int i = 0; i < 6; ++i) expected.insert(expected.end(), sizes[i], static_cast<std::byte>(i));
  CHECK(sent == expected);
  CHECK(queue.messages().size() == (merge ? 2 : 6));
}

TEST_CASE("what is kept has room to be copied", "[io]") {
  SendQueue queue(10, SendQueue::kMaxDatagram);
  const KeptDatagram large{{40'000, std::byte{1}}};
  queue.push(large.message(), true, BufferOwner::Caller);
  CHECK(queue.has_room_for(25'507));
  CHECK_FALSE(queue.has_room_for(25'508));
  queue.clear();
  CHECK(queue.has_room_for(SendQueue::kMaxDatagram));
}

}  // namespace
}  // namespace idn::io
