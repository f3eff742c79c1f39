// SPDX-License-Identifier: MIT
// Announcements to clients on the same machine, in a network of its own: other programs use the broadcast port,
// too.
#include "plugins/etherdream/announcer.hpp"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/udp.hpp>
#include <optional>

#include "plugins/etherdream/dac_server.hpp"
#include "support/catch.hpp"
#include "support/private_network.hpp"
#include "support/test_timeout.hpp"
#include "unit/plugins/etherdream/fake_output.hpp"

using namespace idn;
using namespace idn::etherdream;

namespace {

namespace asio = boost::asio;
using asio::ip::udp;

constexpr const char* kSkipped = "skipped: needs root and ip(8)";
constexpr std::uint32_t kDac = 0x7F00'0002, kLoopback = 0x7F00'0001;
constexpr std::uint16_t kOtherPort = 7765;

/// An application that listens for announcements at all addresses.
class Listener {
 public:
  explicit Listener(bool shares_port) : socket_(context_, udp::v4()) {
    socket_.set_option(asio::socket_base::reuse_address(shares_port));
    socket_.bind({udp::v4(), kBroadcastPort});
  }

  /// Source of the next announcement.
  std::optional<Endpoint> heard() {
    std::array<std::byte, 100> octets{};
    udp::endpoint from;
    std::size_t received = 0;
    socket_.async_receive_from(asio::buffer(octets), from,
                               [&](const auto&, std::size_t count) { received = count; });
    context_.restart();
    context_.run_for(test::kTestTimeout);
    if (received == 0) return std::nullopt;
    return Endpoint::ipv4(from.address().to_v4().to_uint(), from.port());
  }

 private:
  asio::io_context context_;
  udp::socket socket_;
};

bool announce_on(const Route& route) {
  asio::io_context context;
  return announce(context, {route}, kOtherPort, std::array{std::byte{1}});
}

const Route kBroadcast = broadcast_routes(kDac, kBroadcastPort, {}).front();

}  // namespace

TEST_CASE("Ether Dream: announcements come from the broadcast port", "[plugins][etherdream]") {
  const test::PrivateNetwork network;
  if (!network.exists()) {
    WARN(kSkipped);
    return;
  }
  Listener one(true), other(true);
  CHECK(announce_on(kBroadcast));
  for (Listener* client : {&one, &other}) CHECK(client->heard() == Endpoint::ipv4(kDac, kBroadcastPort));
}

TEST_CASE(
    "Ether Dream: a client may have the broadcast port for itself, and hears announcements from one other port",
    "[plugins][etherdream]") {
  const test::PrivateNetwork network;
  if (!network.exists()) {
    WARN(kSkipped);
    return;
  }
  CHECK(announce_on(kBroadcast));
  Listener client(false);
  for (int i = 0; i < 2; ++i) {
    CHECK_FALSE(announce_on(kBroadcast));
    CHECK(client.heard() == Endpoint::ipv4(kDac, kOtherPort));
  }
}

TEST_CASE("Ether Dream: an announcement to the DAC's own address reaches the client there",
          "[plugins][etherdream]") {
  const std::uint32_t from = GENERATE(as<std::uint32_t>(), kLoopback, 0);
  const test::PrivateNetwork network;
  if (!network.exists()) {
    WARN(kSkipped);
    return;
  }
  Listener client(true);
  CHECK(announce_on({from, Endpoint::ipv4(kLoopback, kBroadcastPort)}));
  CHECK(client.heard() == Endpoint::ipv4(kLoopback, kOtherPort));
}

TEST_CASE("Ether Dream server: says that a program has the broadcast port for itself",
          "[plugins][etherdream]") {
  const test::PrivateNetwork network;
  if (!network.exists()) {
    WARN(kSkipped);
    return;
  }
  Listener client(false);
  asio::io_context context;
  test::FakeOutput output;
  std::vector<std::string> texts;
  const DacServer server(context, {Endpoint::ipv4(kDac, 0), {}}, {}, {}, output,
                         [&](const std::string& text) { texts.push_back(text); });
  const std::uint16_t port = server.local().port;
  CHECK(client.heard() == Endpoint::ipv4(kDac, port));
  CHECK(texts == std::vector{"another program does not share UDP port 7654; announced from port " +
                             std::to_string(port) + " instead"});
}
