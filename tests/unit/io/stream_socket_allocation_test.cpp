// SPDX-License-Identifier: MIT
#include "io/send/stream_socket.hpp"
#include "support/catch.hpp"
#include "support/heap_calls.hpp"
#include "support/loopback_receiver.hpp"

namespace idn::io {
namespace {

TEST_CASE("once open, the socket of a stream allocates nothing, whatever happens to its datagrams",
          "[io][kernel]") {
  test::LoopbackReceiver receiver;
  const Endpoint gone = test::LoopbackReceiver(3).endpoint();
  const auto heard = StreamSocket::open(receiver.endpoint(), {.most_datagrams = 6}).value();
  const auto refused = StreamSocket::open(gone).value();
  const std::vector<std::byte> datagram(760);
  std::array<std::byte, 64> answer;
  std::size_t allocations = 0, answers = 0, refusals = 0;
  for (int wake_up = 0; wake_up < 20; ++wake_up) {
    receiver.send(ConstBytes(datagram).first(20), heard->local());
    const test::HeapCalls calls;
    for (StreamSocket* const socket : {heard.get(), refused.get()}) {
      for (int i = 0; i < 8; ++i)
        if (socket->send(datagram)) ++refusals;
      if (socket->receive(answer) > 0) ++answers;
      socket->flush();
    }
    allocations += calls.count();
  }
  CHECK(allocations == 0);
  CHECK(answers == 20);
  CHECK(refusals > 10);
  CHECK(heard->stats().datagrams.value() == 20 * 8);
}

TEST_CASE("to retarget the socket of a stream allocates nothing", "[io]") {
  std::vector<Endpoint> places;
  for (std::uint8_t host = 1; host <= 4; ++host) places.push_back(test::LoopbackReceiver(host).endpoint());
  const auto socket = StreamSocket::open(places[0]).value();
  const std::vector<std::byte> datagram(760);
  const test::HeapCalls calls;
  for (std::size_t i = 0; i < 100; ++i) {
    socket->retarget(i % 7 == 0 ? Endpoint::ipv4(0, 0) : places[i % places.size()]);
    socket->take_retarget();
    socket->send(datagram);
    if (i % 2 == 0) socket->flush();
  }
  CHECK(calls.count() == 0);
}

}  // namespace
}  // namespace idn::io
