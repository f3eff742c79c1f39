// SPDX-License-Identifier: MIT
#include "io/send/shared_socket.hpp"

#include <memory>
#include <thread>

#include "support/catch.hpp"
#include "support/loopback_receiver.hpp"

namespace idn::io {
namespace {

using test::LoopbackReceiver;
using Bytes = std::vector<std::byte>;

Bytes datagram(std::size_t octets, int mark) {
  return Bytes(octets, static_cast<std::byte>(mark));
}

/// A shared socket, and receivers on 127.0.0.1, 127.0.0.2 ...
struct Network {
  std::vector<std::unique_ptr<LoopbackReceiver>> receivers;
  std::unique_ptr<SharedSocket> socket;
  std::vector<RetargetableTransport*> links;

  explicit Network(std::size_t count, const SharedSocketOptions& options = {})
      : socket(SharedSocket::open(options).value()) {
    for (std::size_t i = 0; i < count; ++i) {
      receivers.push_back(std::make_unique<LoopbackReceiver>(static_cast<std::uint8_t>(i + 1)));
      links.push_back(socket->connect(receivers.back()->endpoint()).value());
    }
  }
  /// The address of the socket, to which receivers reply.
  Endpoint own(std::size_t link) {
    links[link]->send(datagram(1, 0));
    socket->flush();
    REQUIRE(receivers[link]->next());
    return receivers[link]->sender();
  }
  /// The next datagram received on a link; empty: none.
  Bytes received(std::size_t link) {
    Bytes buffer(100);
    buffer.resize(links[link]->receive(buffer));
    return buffer;
  }
};

#ifdef __linux__
/// A port on loopback on which nobody listens; `host` selects the address 127.0.0.`host`.
Endpoint deserted(std::uint8_t host = 9) {
  return LoopbackReceiver(host).endpoint();
}
#endif

TEST_CASE("every receiver gets its own datagrams in order, with segmentation or without", "[io]") {
  const bool segmentation = GENERATE(true, false);
  Network network(5, {.segmentation = segmentation});
  // Bursts of equal ones, a shorter end, and a longer one.
  const std::vector<std::size_t> sizes{760, 760, 760, 200, 760, 1400, 0};
  for (int turn = 0; turn < 3; ++turn) {
    for (std::size_t i = 0; i < 5; ++i)
      for (std::size_t k = 0; k < sizes.size(); ++k)
        CHECK_FALSE(network.links[i]->send(datagram(sizes[k], static_cast<int>(50 * turn + 7 * i + k))));
    CHECK_FALSE(network.receivers[4]->waiting());
    network.socket->flush();
    for (std::size_t i = 0; i < 5; ++i)
      for (std::size_t k = 0; k < sizes.size(); ++k) {
        CAPTURE(turn, i, k);
        CHECK(network.receivers[i]->next() == datagram(sizes[k], static_cast<int>(50 * turn + 7 * i + k)));
      }
  }
  const auto& stats = network.socket->stats();
  CHECK(stats.datagrams.value() == 3 * 5 * sizes.size());
#ifdef __linux__
  CHECK(network.socket->segments() == segmentation);
  CHECK(stats.system_calls.value() == 3);
#endif
}

TEST_CASE("datagrams that are kept by their stream are copied only where several leave together", "[io]") {
  Network network(2);
  const Bytes one = datagram(700, 1), two = datagram(700, 2), three = datagram(700, 3);
  for (int turn = 0; turn < 3; ++turn) {
    network.links[0]->send_kept(one, {});
    network.links[1]->send_kept(two, {});
    network.socket->flush();
    CHECK(network.receivers[0]->next() == one);
    CHECK(network.receivers[1]->next() == two);
  }
  CHECK(network.socket->stats().copied.value() == 0);
  for (const Bytes* octets : {&one, &two, &three}) network.links[0]->send_kept(*octets, {});
  network.socket->flush();
  for (const Bytes* octets : {&one, &two, &three}) CHECK(network.receivers[0]->next() == *octets);
  CHECK(network.socket->stats().copied.value() == (network.socket->segments() ? 2100 : 1400));
}

TEST_CASE("what exceeds one wake-up's room leaves in several calls, complete", "[io]") {
  Network network(2, {.most_datagrams = 8});
  for (int i = 0; i < 50; ++i) network.links[static_cast<std::size_t>(i % 2)]->send(datagram(100, i));
  network.socket->flush();
  for (int i = 0; i < 50; ++i)
    CHECK(network.receivers[static_cast<std::size_t>(i % 2)]->next() == datagram(100, i));
}

TEST_CASE("a flush with nothing queued costs no call", "[io]") {
  Network network(1);
  network.socket->flush();
  CHECK(network.socket->stats().system_calls.value() == 0);
}

TEST_CASE("the largest datagram passes, a larger one is refused at once", "[io]") {
  Network network(1);
  CHECK(network.links[0]->send(datagram(65'508, 1)) == std::errc::message_size);
  CHECK_FALSE(network.links[0]->send(datagram(65'507, 2)));
  network.socket->flush();
  CHECK(network.receivers[0]->next() == datagram(65'507, 2));
}

TEST_CASE("a receiver is connected once per socket", "[io]") {
  Network network(1);
  const auto again = network.socket->connect(network.receivers[0]->endpoint());
  REQUIRE_FALSE(again);
  CHECK(again.error() == std::errc::already_connected);
  CHECK(SharedSocket::open().value()->connect(network.receivers[0]->endpoint()));
}

TEST_CASE("a broadcast address is no receiver", "[io]") {
  const auto link = SharedSocket::open().value()->connect(Endpoint::ipv4(0xFFFFFFFF, kIdnPort));
  REQUIRE_FALSE(link);
  CHECK(link.error() == std::errc::permission_denied);
}

TEST_CASE("the granted send buffer is told", "[io]") {
  CHECK(SharedSocket::open({.send_buffer = 100'000}).value()->send_buffer() >= 100'000);
}

TEST_CASE("a refusal by the only receiver is told, and the next one is reached", "[io][kernel]") {
  LoopbackReceiver there(1);
  Network network(1);
  Transport& link = *network.links[0];
  const auto is_refused = [&] {
    bool told = false;
    for (int wake_ups = 0; !told && wake_ups < 1000; ++wake_ups) {
      told = link.send(datagram(10, 1)) == std::errc::connection_refused;
      network.socket->flush();
    }
    return told;
  };
  network.receivers.clear();
  CHECK(is_refused());
  network.links[0]->retarget(there.endpoint());
  CHECK(network.links[0]->take_retarget());
  link.send(datagram(20, 2));
  network.socket->flush();
  CHECK(there.next() == datagram(20, 2));
}

#ifdef __linux__
TEST_CASE("a refusal reaches the receiver's own link, once, and hurts no other", "[io][kernel]") {
  Network network(2);
  Transport& gone = **network.socket->connect(deserted());
  const auto send_to_all = [&](int mark) {
    network.links[0]->send(datagram(10, mark));
    const std::error_code error = gone.send(datagram(10, mark));
    CHECK_FALSE(network.links[1]->send(datagram(10, mark)));
    network.socket->flush();
    for (const auto& receiver : network.receivers) CHECK(receiver->next() == datagram(10, mark));
    return error;
  };
  CHECK_FALSE(send_to_all(1));
  CHECK(send_to_all(2) == std::errc::connection_refused);
  CHECK(send_to_all(3) == std::errc::connection_refused);
  CHECK(gone.send(datagram(10, 4)) == std::errc::connection_refused);
  CHECK_FALSE(gone.send(datagram(10, 5)));
}

TEST_CASE("a refusal that comes to light among the answers costs none of them", "[io][kernel]") {
  Network network(1);
  const Endpoint own = network.own(0);
  Transport& gone = **network.socket->connect(deserted());
  gone.send(datagram(10, 1));
  network.socket->flush();
  network.receivers[0]->send(datagram(20, 2), own);
  CHECK(network.received(0) == datagram(20, 2));
  CHECK(gone.send(datagram(10, 3)) == std::errc::connection_refused);
}

TEST_CASE("with every receiver gone, each hears of it", "[io][kernel]") {
  const auto socket = SharedSocket::open().value();
  std::vector<Transport*> links;
  for (std::uint8_t host = 1; host <= 20; ++host) links.push_back(socket->connect(deserted(host)).value());
  for (Transport* link : links) link->send(datagram(10, 1));
  socket->flush();
  for (Transport* link : links) link->send(datagram(10, 2));
  socket->flush();
  for (Transport* link : links) CHECK(link->send(datagram(10, 3)) == std::errc::connection_refused);
  // Every datagram has been sent nevertheless.
  CHECK(socket->stats().datagrams.value() == 40);
  CHECK(socket->stats().refused.value() == 0);
}
#endif

TEST_CASE("answers come out of the link of the receiver that sent them", "[io]") {
  Network network(3);
  const Endpoint own = network.own(0);
  for (int i = 0; i < 3; ++i) network.receivers[static_cast<std::size_t>(i)]->send(datagram(20, i), own);
  for (const std::size_t i : {2u, 0u, 1u}) {
    CHECK(network.received(i) == datagram(20, static_cast<int>(i)));
    CHECK(network.received(i).empty());
  }
}

TEST_CASE("the socket is asked for answers once per wake-up", "[io]") {
  Network network(1);
  const Endpoint own = network.own(0);
  CHECK(network.received(0).empty());
  network.receivers[0]->send(datagram(20, 1), own);
  CHECK(network.received(0).empty());
  network.socket->flush();
  CHECK(network.received(0) == datagram(20, 1));
}

TEST_CASE("answers that wait are taken before the socket is asked for more", "[io]") {
  Network network(1);
  const Endpoint own = network.own(0);
  for (int i = 1; i <= 4; ++i) network.receivers[0]->send(datagram(20, i), own);
  CHECK(network.received(0) == datagram(20, 1));
  network.socket->flush();
  for (int i = 5; i <= 6; ++i) network.receivers[0]->send(datagram(20, i), own);
  for (int i = 2; i <= 6; ++i) CHECK(network.received(0) == datagram(20, i));
  CHECK(network.socket->stats().overwritten.value() == 0);
}

TEST_CASE("strangers, too many and too long answers do no harm", "[io]") {
  Network network(2);
  const Endpoint own = network.own(0);
  LoopbackReceiver stranger(7);
  for (int i = 0; i < 3; ++i) stranger.send(datagram(20, i), own);
  for (int i = 0; i < 6; ++i) network.receivers[0]->send(datagram(20, i), own);
  network.receivers[1]->send(datagram(9000, 9), own);
  network.receivers[1]->send({}, own);
  // The four newest are stored.
  for (int i = 2; i < 6; ++i) CHECK(network.received(0) == datagram(20, i));
  CHECK(network.received(0).empty());
#ifdef __linux__
  CHECK(network.received(1) == datagram(64, 9));
#endif
  CHECK(network.received(1).empty());
  CHECK(network.socket->stats().strangers.value() == 3);
  CHECK(network.socket->stats().overwritten.value() == 2);
}

/// Retargets a link, and takes over the new receiver as its thread does.
bool retarget(RetargetableTransport& link, const Endpoint& receiver) {
  link.retarget(receiver);
  return link.take_retarget();
}

TEST_CASE("a retargeted link leaves its former receiver alone and no longer hears it", "[io]") {
  Network network(2);
  LoopbackReceiver there(3);
  const Endpoint own = network.own(0);
  network.receivers[0]->send(datagram(20, 1), own);  // arrives before the change, is read after it
  network.links[0]->send(datagram(20, 2));           // queued ahead of it
  CHECK(retarget(*network.links[0], there.endpoint()));
  CHECK(network.receivers[0]->next() == datagram(20, 2));
  CHECK(network.received(0).empty());
  network.links[0]->send(datagram(20, 3));
  network.links[1]->send(datagram(20, 4));
  network.socket->flush();
  CHECK(there.next() == datagram(20, 3));
  CHECK(there.sender() == own);
  CHECK(network.receivers[1]->next() == datagram(20, 4));
  CHECK_FALSE(network.receivers[0]->waiting());
  there.send(datagram(20, 5), own);
  network.receivers[0]->send(datagram(20, 6), own);
  CHECK(network.received(0) == datagram(20, 5));
  CHECK(network.received(0).empty());
  CHECK(network.socket->stats().strangers.value() == 2);
}

TEST_CASE("an answer that waited when the receiver changed is dropped", "[io]") {
  Network network(2);
  const Endpoint own = network.own(0);
  network.receivers[0]->send(datagram(20, 1), own);
  CHECK(network.received(1).empty());  // reads the datagrams of all links
  CHECK(retarget(*network.links[0], LoopbackReceiver(3).endpoint()));
  CHECK(network.received(0).empty());
}

TEST_CASE("links that exchange their receivers go on, in either order", "[io]") {
  Network network(2);
  const Endpoint first = network.receivers[0]->endpoint(), second = network.receivers[1]->endpoint();
  CHECK(retarget(*network.links[0], second));
  CHECK_FALSE(network.links[1]->send(datagram(20, 1)));  // not sent: its address now belongs to the other link
  network.socket->flush();
  CHECK(retarget(*network.links[1], first));
  network.links[0]->send(datagram(20, 2));
  network.links[1]->send(datagram(20, 3));
  network.socket->flush();
  CHECK(network.receivers[1]->next() == datagram(20, 2));
  CHECK(network.receivers[0]->next() == datagram(20, 3));
  CHECK_FALSE(network.receivers[1]->waiting());
}

TEST_CASE("a link that leads nowhere sends nothing and complains of nothing", "[io]") {
  Network network(2);
  CHECK_FALSE(retarget(*network.links[0], Endpoint::ipv4(0, 0)));
  CHECK_FALSE(network.links[0]->send(datagram(20, 1)));
  network.links[1]->send(datagram(20, 2));
  network.socket->flush();
  CHECK(network.receivers[1]->next() == datagram(20, 2));
  CHECK_FALSE(network.receivers[0]->waiting());
  CHECK(network.socket->stats().datagrams.value() == 1);
  CHECK(retarget(*network.links[0], network.receivers[0]->endpoint()));
  network.links[0]->send(datagram(20, 3));
  network.socket->flush();
  CHECK(network.receivers[0]->next() == datagram(20, 3));
}

TEST_CASE("a link is retargeted by another thread while it sends", "[io]") {
  Network network(1);
  LoopbackReceiver there(2);
  std::jthread other([&] { network.links[0]->retarget(there.endpoint()); });
  for (bool there_now = false; !there_now; network.socket->flush()) {
    there_now = network.links[0]->take_retarget();
    network.links[0]->send(datagram(20, there_now ? 2 : 1));
  }
  CHECK(there.next() == datagram(20, 2));
}

TEST_CASE("a flood of answers is taken piece by piece", "[io]") {
  Network network(2);  // with one, some systems keep strangers away themselves
  const Endpoint own = network.own(0);
  LoopbackReceiver stranger(7);
  for (int i = 0; i < 200; ++i) stranger.send(datagram(20, i), own);
  network.receivers[0]->send(datagram(20, 1), own);
  int wake_ups = 1;
  while (network.received(0).empty() && wake_ups < 50) {
    network.socket->flush();
    ++wake_ups;
  }
  CHECK(wake_ups > 1);
  CHECK(wake_ups < 50);
  CHECK(network.socket->stats().strangers.value() == 200);
}

}  // namespace
}  // namespace idn::io
