// SPDX-License-Identifier: MIT
#include "io/send/udp_transport.hpp"

#include <chrono>
#include <thread>

#include "idn/io/now.hpp"
#include "support/catch.hpp"
#include "support/loopback_receiver.hpp"

namespace idn::io {
namespace {

using namespace std::chrono_literals;
using test::LoopbackReceiver;
using Bytes = std::vector<std::byte>;

Bytes marked(int mark, std::size_t octets = 10) {
  return Bytes(octets, static_cast<std::byte>(mark));
}

/// A transport to a receiver on loopback.
struct Pair {
  LoopbackReceiver receiver;
  std::unique_ptr<UdpTransport> transport = UdpTransport::open("127.0.0.1", receiver.endpoint().port).value();

  /// Waits for the next datagram that the transport receives.
  Bytes answer() {
    Bytes buffer(100);
    const auto end = std::chrono::steady_clock::now() + test::kTestTimeout;
    std::size_t length = 0;
    while (length == 0 && std::chrono::steady_clock::now() < end) {
      length = transport->receive(buffer);
      if (length == 0) std::this_thread::yield();
    }
    buffer.resize(length);
    return buffer;
  }
};

TEST_CASE("a transport sends to its receiver, which answers to where that came from", "[io]") {
  Pair pair;
  CHECK(pair.transport->remote() == pair.receiver.endpoint());
  CHECK_FALSE(pair.transport->send(marked(1)));
  CHECK(pair.receiver.next() == marked(1));
  CHECK(pair.transport->local() == pair.receiver.sender());
  pair.receiver.send(marked(2, 30), pair.transport->local());
  CHECK(pair.answer() == marked(2, 30));
}

TEST_CASE("a transport waits for nothing, and hears its receiver only", "[io]") {
  Pair pair;
  Bytes buffer(100);
  CHECK(pair.transport->receive(buffer) == 0);
  LoopbackReceiver stranger;
  stranger.send(marked(1), pair.transport->local());
  pair.receiver.send(marked(2), pair.transport->local());
  CHECK(pair.answer() == marked(2));
  CHECK(pair.transport->receive(buffer) == 0);
}

TEST_CASE("without kernel pacing a datagram leaves at once, whatever its departure", "[io]") {
  Pair pair;
  CHECK_FALSE(pair.transport->send_at(marked(1), monotonic_now() + 24h));
  CHECK(pair.receiver.next() == marked(1));
}

TEST_CASE("an address that is none is refused", "[io]") {
  const auto transport = UdpTransport::open("127.0.0", kIdnPort);
  REQUIRE_FALSE(transport);
  CHECK(transport.error() == std::errc::invalid_argument);
}

#ifdef __linux__
TEST_CASE("a datagram that is too long is an error, and the next one is none", "[io]") {
  Pair pair;
  CHECK(pair.transport->send(marked(1, 65'508)) == std::errc::message_size);
  CHECK_FALSE(pair.transport->send(marked(2, 1'472)));
  CHECK(pair.receiver.next() == marked(2, 1'472));
}

TEST_CASE("where the system connects to no receiver, there is no transport", "[io]") {
  CHECK_FALSE(UdpTransport::open("255.255.255.255", kIdnPort));
}

TEST_CASE("a refusal is reported once, by a datagram that arrives all the same", "[io][kernel]") {
  constexpr std::uint8_t kHost = 19;
  const Endpoint deserted = LoopbackReceiver(kHost).endpoint();
  const auto transport = UdpTransport::open("127.0.0.19", deserted.port).value();
  CHECK_FALSE(transport->send(marked(1)));
  SECTION("which finds out") {}
  SECTION("after a look for answers found out") {
    Bytes buffer(100);
    CHECK(transport->receive(buffer) == 0);
  }
  LoopbackReceiver receiver(kHost, deserted.port);
  CHECK(transport->send(marked(2)) == std::errc::connection_refused);
  CHECK_FALSE(transport->send(marked(3)));
  CHECK(receiver.next() == marked(2));
  CHECK(receiver.next() == marked(3));
}
#endif

}  // namespace
}  // namespace idn::io
