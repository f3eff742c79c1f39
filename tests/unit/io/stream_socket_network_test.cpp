// SPDX-License-Identifier: MIT
// Tests that need a network namespace: full queues, a small MTU, a route that disappears.
#include <memory>

#include "io/send/stream_socket.hpp"
#include "support/catch.hpp"
#include "support/loopback_receiver.hpp"
#include "support/private_network.hpp"

namespace idn::io {
namespace {

using test::LoopbackReceiver;
using Bytes = std::vector<std::byte>;

constexpr const char* kSkipped = "skipped: needs root, ip(8) and tc(8) with a token bucket";

TEST_CASE("a full socket drops what does not fit, counts it and never blocks", "[io]") {
  test::PrivateNetwork network;
  // A queue that sends one datagram per second; queued datagrams count for the socket's buffer.
  if (!network.exists() || !network.run("tc qdisc add dev lo root tbf rate 8kbit burst 1600 latency 1000s")) {
    WARN(kSkipped);
    return;
  }
  LoopbackReceiver receiver;
  const auto socket = StreamSocket::open(receiver.endpoint(), {.send_buffer = 1}).value();
  for (int i = 0; i < 50; ++i)
    CHECK_FALSE(socket->send(Bytes(760 + static_cast<std::size_t>(i % 2), std::byte{1})));
  socket->flush();
  const auto& stats = socket->stats();
  CHECK(stats.datagrams.value() > 0);
  CHECK(stats.socket_full.value() > 40);
  CHECK(stats.datagrams.value() + stats.socket_full.value() == 50);
  CHECK(stats.system_calls.value() <= 2);
  CHECK(socket->send(Bytes(10)) == std::errc::no_buffer_space);
  CHECK_FALSE(socket->send(Bytes(10)));
}

TEST_CASE("what the full queue of an interface drops is told", "[io]") {
  test::PrivateNetwork network;
  if (!network.exists() || !network.run("ip link add left type veth peer name right && ip link set left up && "
                                        "ip link set right up && ip addr add 10.9.9.1/24 dev left && "
                                        "ip neigh add 10.9.9.2 lladdr 02:00:00:00:00:02 dev left && "
                                        "tc qdisc add dev left root tbf rate 8kbit burst 1600 limit 3000")) {
    WARN(kSkipped);
    return;
  }
  const auto socket = StreamSocket::open(Endpoint::ipv4(0x0A090902, kIdnPort)).value();
  for (int i = 0; i < 20; ++i) {
    socket->send(Bytes(760, std::byte{1}));
    socket->flush();
  }
  CHECK(socket->stats().socket_full.value() > 10);
  CHECK(socket->send(Bytes(10)) == std::errc::no_buffer_space);
  CHECK_FALSE(socket->send(Bytes(10)));
}

TEST_CASE("datagrams that do not fit into a packet are sent one by one, complete", "[io][kernel]") {
  test::PrivateNetwork network;
  if (!network.exists() || !network.run("ip link set lo mtu 1000")) {
    WARN(kSkipped);
    return;
  }
  LoopbackReceiver receiver;
  const auto socket = StreamSocket::open(receiver.endpoint()).value();
  REQUIRE(socket->segments());
  for (int turn = 0; turn < 2; ++turn) {
    for (int i = 0; i < 4; ++i) CHECK_FALSE(socket->send(Bytes(1400, static_cast<std::byte>(i))));
    socket->flush();
    for (int i = 0; i < 4; ++i) CHECK(receiver.next() == Bytes(1400, static_cast<std::byte>(i)));
  }
  CHECK(socket->stats().datagrams.value() == 8);
  CHECK(socket->stats().refused.value() == 0);
  // One call that failed, one for the datagrams sent separately, then one for all.
  CHECK(socket->stats().system_calls.value() == 3);
}

/// 127.0.0.8 is reached from 10.9.8.1, and 127.0.0.9 from 10.9.9.1.
constexpr const char* kTwoAddresses =
    "ip addr add 10.9.8.1/32 dev lo && ip addr add 10.9.9.1/32 dev lo && "
    "ip route add local 127.0.0.8/32 dev lo src 10.9.8.1 table local && "
    "ip route add local 127.0.0.9/32 dev lo src 10.9.9.1 table local";

TEST_CASE("a stream goes on from another address of this computer, by the same port, when it has to", "[io]") {
  test::PrivateNetwork network;
  if (!network.exists() || !network.run(kTwoAddresses)) {
    WARN(kSkipped);
    return;
  }
  LoopbackReceiver here(9), there(8);
  const auto socket = StreamSocket::open(here.endpoint()).value();
  const std::uint16_t port = socket->local().port;
  const auto sender_to = [&](LoopbackReceiver& receiver) {
    socket->send(Bytes(20));
    socket->flush();
    CHECK(receiver.next() == Bytes(20));
    return receiver.sender();
  };
  CHECK(sender_to(here) == Endpoint::ipv4(0x0A090901, port));
  socket->retarget(there.endpoint());
  REQUIRE(socket->take_retarget());
  CHECK(sender_to(there) == Endpoint::ipv4(0x0A090801, port));
  REQUIRE(network.run("ip route del local 127.0.0.8/32 dev lo table local && ip addr del 10.9.8.1/32 dev lo"));
  CHECK(sender_to(there) == Endpoint::ipv4(0x7F000001, port));
  CHECK(socket->stats().refused.value() == 0);
}

TEST_CASE("a lost route is told", "[io]") {
  test::PrivateNetwork network;
  if (!network.exists() || !network.run("ip addr add 10.9.9.1/24 dev lo")) {
    WARN(kSkipped);
    return;
  }
  const auto socket = StreamSocket::open(Endpoint::ipv4(0x0A090902, kIdnPort)).value();
  REQUIRE(network.run("ip addr del 10.9.9.1/24 dev lo"));
  socket->send(Bytes(10));
  socket->flush();
  CHECK(socket->stats().refused.value() == 1);
  CHECK(socket->send(Bytes(10)) == std::errc::network_unreachable);
  CHECK_FALSE(socket->send(Bytes(10)));
  const auto refused = StreamSocket::open(Endpoint::ipv4(0x0A090903, kIdnPort));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().system == std::errc::network_unreachable);
}

}  // namespace
}  // namespace idn::io
