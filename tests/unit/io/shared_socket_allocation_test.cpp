// SPDX-License-Identifier: MIT
#include "io/send/shared_socket.hpp"
#include "support/catch.hpp"
#include "support/heap_calls.hpp"
#include "support/loopback_receiver.hpp"

namespace idn::io {
namespace {

TEST_CASE("once connected, a shared socket allocates nothing, whatever happens to its datagrams",
          "[io][kernel]") {
  const auto socket = SharedSocket::open({.most_datagrams = 16}).value();
  test::LoopbackReceiver receiver(1), other(2);
  const Endpoint gone = test::LoopbackReceiver(3).endpoint();
  Transport* const links[] = {*socket->connect(receiver.endpoint()), *socket->connect(other.endpoint()),
                              *socket->connect(gone)};
  const Endpoint own = Endpoint::ipv4(0x7F000001, socket->local().port);
  const std::vector<std::byte> datagram(760);
  std::array<std::byte, 64> answer;
  std::size_t allocations = 0, answers = 0, refusals = 0;
  for (int wake_up = 0; wake_up < 20; ++wake_up) {
    receiver.send(ConstBytes(datagram).first(20), own);
    const test::HeapCalls calls;
    for (Transport* link : links) {
      for (int i = 0; i < 8; ++i)
        if (link->send(datagram)) ++refusals;
      if (link->receive(answer) > 0) ++answers;
    }
    socket->flush();
    allocations += calls.count();
  }
  CHECK(allocations == 0);
  CHECK(answers == 20);
#ifdef __linux__  // only Linux reports which datagram an error belongs to
  CHECK(refusals > 10);
#else
  CHECK(refusals == 0);
#endif
  CHECK(socket->stats().datagrams.value() == 20 * 3 * 8);
}

TEST_CASE("to retarget a link allocates nothing, whoever was there", "[io]") {
  const auto socket = SharedSocket::open().value();
  std::vector<Endpoint> places;
  for (std::uint8_t host = 1; host <= 4; ++host) places.push_back(test::LoopbackReceiver(host).endpoint());
  std::array<RetargetableTransport*, 3> links{};
  for (std::size_t i = 0; i < links.size(); ++i) links[i] = *socket->connect(places[i]);
  const std::vector<std::byte> datagram(760);
  const test::HeapCalls calls;
  for (std::size_t i = 0; i < 100; ++i) {
    RetargetableTransport& link = *links[i % links.size()];
    link.retarget(i % 7 == 0 ? Endpoint::ipv4(0, 0) : places[i % places.size()]);
    link.take_retarget();
    link.send(datagram);
    if (i % 2 == 0) socket->flush();
  }
  CHECK(calls.count() == 0);
}

}  // namespace
}  // namespace idn::io
