// SPDX-License-Identifier: MIT
#include "io/send/socket_pool.hpp"

#include <deque>

#include "support/catch.hpp"
#include "support/loopback_receiver.hpp"

namespace idn::io {
namespace {

using test::LoopbackReceiver;
using Bytes = std::vector<std::byte>;

stream::UnitKey unit(std::uint8_t last) {
  return {wire::UnitId::eui48({2, 0, 0, 0, 0, last})};
}

Bytes datagram(int mark) {
  return Bytes(20, static_cast<std::byte>(mark));
}

/// Sends on all links, and returns each datagram to its source: each link gets its own back.
void check_separate_answers(SocketPool& pool, const std::vector<Link>& links, LoopbackReceiver& receiver) {
  for (std::size_t i = 0; i < links.size(); ++i) links[i].transport->send(datagram(static_cast<int>(i)));
  pool.flush();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto came = receiver.next();
    REQUIRE(came);
    receiver.send(*came, receiver.sender());
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    Bytes buffer(100);
    buffer.resize(links[i].transport->receive(buffer));
    CHECK(buffer == datagram(static_cast<int>(i)));
  }
}

TEST_CASE("streams to one receiver come from ports of their own and get their own answers", "[io]") {
  LoopbackReceiver receiver;
  SocketPool pool(3);
  std::vector<Link> links;
  for (int i = 0; i < 3; ++i) links.push_back(pool.open("127.0.0.1", receiver.endpoint().port).value());
  CHECK(links[0].local.port != links[1].local.port);
  CHECK(links[0].local.port != links[2].local.port);
  CHECK(links[1].local.port != links[2].local.port);
  check_separate_answers(pool, links, receiver);
}

TEST_CASE("a stream that is alone is connected, and stays where it is", "[io]") {
  LoopbackReceiver receiver;
  SocketPool pool(1);
  const auto link = pool.open("127.0.0.1", receiver.endpoint().port);
  REQUIRE(link);
  CHECK(link->retargetable == nullptr);
  CHECK(link->remote == receiver.endpoint());
  check_separate_answers(pool, {*link}, receiver);
}

TEST_CASE("streams to different receivers share a socket", "[io]") {
  LoopbackReceiver one(1), two(2);
  SocketPool pool(4);
  const auto to_one = pool.open(unit(1), one.endpoint()).value(),
             to_two = pool.open(unit(2), two.endpoint()).value();
  CHECK(to_one.local.port == to_two.local.port);
  CHECK(to_one.retargetable == to_one.transport);
}

TEST_CASE("streams that can meet at one receiver share no socket", "[io]") {
  LoopbackReceiver one(1), two(2);
  SocketPool pool(3);
  const auto first = pool.open(unit(1), one.endpoint()).value();
  SECTION("one unit at two addresses") {
    CHECK(pool.open(unit(1), two.endpoint())->local.port != first.local.port);
  }
  SECTION("a unit, and an address to which it may come") {
    const auto fixed = pool.open("127.0.0.1", 9).value();
    CHECK(fixed.local.port != first.local.port);
    CHECK(fixed.retargetable == nullptr);
    CHECK(pool.open(unit(2), two.endpoint())->local.port == first.local.port);
  }
}

TEST_CASE("a followed stream goes over with its port, alone or not", "[io]") {
  const std::size_t streams = GENERATE(1, 2);
  LoopbackReceiver former, now;
  SocketPool pool(streams);
  const auto link = pool.open(unit(1), former.endpoint()).value();
  link.transport->send(datagram(1));
  pool.flush();
  REQUIRE(former.next());
  link.retargetable->retarget(now.endpoint());
  CHECK(link.transport->take_retarget());
  CHECK_FALSE(link.transport->take_retarget());
  link.transport->send(datagram(2));
  pool.flush();
  CHECK(now.next() == datagram(2));
  CHECK(now.sender() == former.sender());
  CHECK_FALSE(former.waiting());
}

TEST_CASE("what the system refuses is told as such", "[io]") {
  SocketPool pool(2);
  CHECK(pool.open("255.255.255.255", kIdnPort).error() == std::errc::permission_denied);
  CHECK(pool.open("10.0.0.256", kIdnPort).error() == std::errc::invalid_argument);
}

}  // namespace
}  // namespace idn::io
