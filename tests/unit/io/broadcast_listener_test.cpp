// SPDX-License-Identifier: MIT
// Which broadcasts a listener passes on. The sockets are tested by e2e/bound_namespaces.py.
#include "io/receive/broadcast_listener.hpp"

#include <algorithm>

#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/loopback_receiver.hpp"

namespace idn::io {
namespace {

constexpr std::uint32_t kOwn = 0xC0A80132;
constexpr std::uint32_t kEth0 = 2;

std::vector<platform::SystemInterface> interfaces(std::uint32_t netmask = 0xFFFFFF00) {
  return {{.name = "lo", .index = 1, .is_loopback = true, .addresses = {{0x7F000001, 0xFF000000, 0}}},
          {.name = "eth0",
           .index = kEth0,
           .can_broadcast = true,
           .addresses = {{0xC0A80133, netmask, 0}, {kOwn, netmask, 0}}},
          {.name = "tun0", .index = 3, .addresses = {{0x0A090001, 0xFFFFFFFF, 0x0A090002}}}};
}

ReceivedDatagram asked(const std::vector<std::byte>& octets, std::uint32_t interface = kEth0) {
  ReceivedDatagram datagram;
  datagram.bytes = octets;
  datagram.interface_index = interface;
  return datagram;
}

TEST_CASE("a unit of one address is asked by the broadcasts of its network, limited and directed", "[io]") {
  const auto network = broadcast_network(interfaces(), kOwn).value();
  REQUIRE(network);
  CHECK(network->interface == kEth0);
  CHECK(network->groups == std::vector<std::uint32_t>{0xFFFFFFFF, 0xC0A801FF});
  const auto of_two = broadcast_network(interfaces(0xFFFFFFFE), kOwn).value();
  CHECK(of_two->groups == std::vector<std::uint32_t>{0xFFFFFFFF});
}

TEST_CASE("nobody asks by broadcast where sockets have all addresses, or on loopback", "[io]") {
  CHECK_FALSE(broadcast_network(interfaces(), 0).value());
  CHECK_FALSE(broadcast_network(interfaces(), 0x7F000001).value());
  CHECK_FALSE(broadcast_network(interfaces(), 0x7F000009).value());
}

TEST_CASE("where broadcasts cannot come the reason is told", "[io]") {
  CHECK(broadcast_network(interfaces(), 0x0A090001).error().message() == "tun0 cannot broadcast");
  CHECK(broadcast_network(interfaces(), 0x08080808).error().message() == "it belongs to no interface");
}

TEST_CASE("only questions that leave a unit as it is are answered by broadcast", "[io]") {
  for (const std::string name : {"01-scan-request", "03-servicemap-request", "05-ping-request"}) {
    CAPTURE(name);
    const auto octets = test::vector_file("idn/" + name + ".hex");
    CHECK(is_request_to_all(asked(octets), kEth0));
    CHECK_FALSE(is_request_to_all(asked(octets, kEth0 + 1), kEth0));
  }
  for (const std::string name : {"02-scan-response", "07-group-get-request", "09-wave-open-config",
                                 "13-keepalive-empty-packet", "17-session-close", "18-session-abort"}) {
    CAPTURE(name);
    CHECK_FALSE(is_request_to_all(asked(test::vector_file("idn/" + name + ".hex")), kEth0));
  }
  CHECK_FALSE(is_request_to_all(asked(test::from_hex("10 00 00")), kEth0));
  CHECK_FALSE(is_request_to_all(asked({}), kEth0));
}

#ifndef _WIN32  // there a socket with an address of its own gets broadcasts
TEST_CASE("a question behind other datagrams is found by the same look, as far as a look goes", "[io]") {
  constexpr std::uint32_t kLoopback = 0x7F000001;
  const auto all = platform::system_interfaces().value();
  const auto loopback = std::ranges::find_if(all, &platform::SystemInterface::is_loopback);
  REQUIRE(loopback != all.end());
  boost::asio::io_context context;
  BroadcastListener listener(context, {loopback->index, {kLoopback}}, Endpoint::ipv4(kLoopback, 0));
  REQUIRE(listener.problem().empty());
  std::uint16_t port = 0;
  listener.for_each_socket([&](const auto& socket) { port = socket.local_endpoint().port(); });
  test::LoopbackReceiver client;
  const auto send = [&](const std::string& name) {
    client.send(test::vector_file("idn/" + name + ".hex"), Endpoint::ipv4(kLoopback, port));
  };
  const auto others = [&](int count) {
    for (int i = 0; i < count; ++i) send("13-keepalive-empty-packet");
  };

  others(40);  // more than a batch
  send("01-scan-request");
  REQUIRE(listener.receive().size() == 1);
  CHECK(listener.ignored() == 40);

  others(100);  // more than one call of receive() reads
  send("01-scan-request");
  CHECK(listener.receive().empty());
  CHECK(listener.ignored() < 140);
  CHECK(listener.receive().size() == 1);
  CHECK(listener.receive().empty());
  CHECK(listener.ignored() == 140);
}
#endif

}  // namespace
}  // namespace idn::io
