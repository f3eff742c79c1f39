// SPDX-License-Identifier: MIT
#include "idn/io/receive/unit_loop.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/multicast.hpp>
#include <boost/asio/ip/udp.hpp>
#include <chrono>
#include <thread>
#include <vector>

#include "idn/io/now.hpp"
#include "support/catch.hpp"
#include "support/test_timeout.hpp"

namespace idn::io {
namespace {

namespace asio = boost::asio;
using asio::ip::udp;
using namespace std::chrono_literals;

constexpr std::uint32_t kLoopbackAddress = 0x7F000001;

/// A unit's socket and a client's, both on loopback.
struct Link {
  UnitLoop loop;
  std::unique_ptr<UnitSocket> unit;
  asio::io_context own;
  udp::socket client{own, udp::endpoint(asio::ip::address_v4(kLoopbackAddress), 0)};

  explicit Link(UnitSocketOptions options = {.port = 0}) : unit(UnitSocket::open(loop, options).value()) {}

  void send(const std::vector<std::byte>& octets, std::uint32_t address = kLoopbackAddress) {
    client.send_to(asio::buffer(octets), {asio::ip::address_v4(address), unit->local().port});
  }

  /// The next batch.
  std::span<const ReceivedDatagram> receive() {
    const auto end = std::chrono::steady_clock::now() + test::kTestTimeout;
    auto batch = unit->receive();
    for (; batch.empty() && std::chrono::steady_clock::now() < end; batch = unit->receive())
      std::this_thread::yield();
    REQUIRE_FALSE(batch.empty());
    return batch;
  }
};

TEST_CASE("a datagram arrives with its addresses and the kernel's time", "[io][kernel]") {
  Link link;
  const Instant before = now();
  link.send({std::byte{1}, std::byte{2}});
  const auto received = link.receive();
  const Instant after = now();
  REQUIRE(received.size() == 1);
  CHECK(received[0].bytes.size() == 2);
  CHECK(received[0].bytes[1] == std::byte{2});
  CHECK(received[0].from == Endpoint::ipv4(kLoopbackAddress, link.client.local_endpoint().port()));
  CHECK(received[0].arrival.since_1970 >= before.since_1970);
  CHECK(received[0].arrival.since_1970 <= after.since_1970);
  CHECK(received[0].arrival.at <= after.at);
#ifdef __linux__
  CHECK(received[0].kernel_time);
#endif
}

#ifdef __linux__
TEST_CASE("the answer leaves from the address that the request was sent to", "[io]") {
  Link link;
  constexpr std::uint32_t kOther = 0x7F000005;
  link.send({std::byte{1}}, kOther);
  const ReceivedDatagram request = link.receive()[0];
  CHECK(request.to == Endpoint::ipv4(kOther, link.unit->local().port));
  CHECK(request.local == request.to);
  const std::vector<std::byte> answer{std::byte{9}};
  CHECK_FALSE(link.unit->send(answer, request.from, request.local));
  std::byte octet{};
  udp::endpoint sender;
  link.client.receive_from(asio::buffer(&octet, 1), sender);
  CHECK(sender.address().to_v4().to_uint() == kOther);
  CHECK(octet == std::byte{9});
}

TEST_CASE("several datagrams come with one call, in order", "[io][kernel]") {
  Link link;
  for (int i = 0; i < 10; ++i) link.send({static_cast<std::byte>(i)});
  const auto received = link.receive();
  REQUIRE(received.size() == 10);
  for (std::size_t i = 0; i < 10; ++i) CHECK(received[i].bytes[0] == static_cast<std::byte>(i));
  CHECK(std::ranges::is_sorted(received, {}, [](const auto& each) { return each.arrival.since_1970; }));
  // Both times are those of the arrival, not of the call of receive().
  for (const auto& each : received) CHECK(each.arrival == received[0].arrival.moved_to(each.arrival.at));
  CHECK(received.back().arrival.at > received.front().arrival.at);
  CHECK(link.unit->receive().empty());
}

TEST_CASE("a multicast group reaches only who has joined it", "[io][kernel]") {
  constexpr std::uint32_t kGroup = 0xEFFF0A63;  // 239.255.10.99
  const bool has_joined = GENERATE(false, true);
  Link link({.address = has_joined ? kLoopbackAddress : 0, .port = 0, .group = has_joined ? kGroup : 0});
  asio::io_context context;
  udp::socket other(context, udp::endpoint(udp::v4(), 0));
  other.set_option(
      asio::ip::multicast::join_group(asio::ip::address_v4(kGroup), asio::ip::address_v4(kLoopbackAddress)));
  link.client.set_option(asio::ip::multicast::outbound_interface(asio::ip::address_v4(kLoopbackAddress)));
  link.send({std::byte{1}}, kGroup);
  link.send({std::byte{2}});
  std::vector<std::byte> came;
  while (came.empty() || came.back() != std::byte{2})
    for (const auto& each : link.receive()) came.push_back(each.bytes[0]);
  CHECK(came.size() == (has_joined ? 2 : 1));
}

TEST_CASE("what the kernel drops is counted", "[io][kernel]") {
  Link link({.port = 0, .receive_buffer = 16'384});
  const std::vector<std::byte> large(4000);
  for (int i = 0; i < 100; ++i) link.send(large);
  std::size_t received = 0;
  for (auto batch = link.receive(); !batch.empty(); batch = link.unit->receive()) received += batch.size();
  REQUIRE(received < 100);
  link.send(large);  // the kernel reports the counter with the next datagram
  link.receive();
  CHECK(link.unit->dropped() == 100 - received);
}
#endif

TEST_CASE("the largest and the empty datagram arrive whole", "[io]") {
  Link link;
  std::vector<std::byte> largest(65507);
  largest.back() = std::byte{0x5A};
  link.send(largest);
  const auto received = link.receive();
  REQUIRE(received.size() == 1);
  CHECK(received[0].bytes.size() == 65507);
  CHECK(received[0].bytes.back() == std::byte{0x5A});
  link.send({});
  const auto empty = link.receive();
  REQUIRE(empty.size() == 1);
  CHECK(empty[0].bytes.empty());
}

TEST_CASE("a port in use is refused with its reason", "[io]") {
  Link link;
  const auto second = UnitSocket::open(link.loop, {.port = link.unit->local().port});
  REQUIRE_FALSE(second);
  CHECK(second.error().system == std::errc::address_in_use);
}

#ifndef _WIN32  // Wine binds to any address
TEST_CASE("an address of another host is refused with its reason", "[io]") {
  UnitLoop loop;
  const auto socket = UnitSocket::open(loop, {.address = 0x08080808, .port = 0});
  REQUIRE_FALSE(socket);
  CHECK(socket.error().system == std::errc::address_not_available);
}
#endif

TEST_CASE("the granted receive buffer is told", "[io]") {
  Link link({.port = 0, .receive_buffer = 100'000});
  CHECK(link.unit->receive_buffer() >= 100'000);
}

}  // namespace
}  // namespace idn::io
