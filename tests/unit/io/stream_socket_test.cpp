// SPDX-License-Identifier: MIT
#include "io/send/stream_socket.hpp"

#include <memory>

#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"
#include "support/catch.hpp"
#include "support/loopback_receiver.hpp"

namespace idn::io {
namespace {

using namespace std::chrono_literals;
using test::LoopbackReceiver;
using Bytes = std::vector<std::byte>;

Bytes datagram(std::size_t octets, int mark) {
  return Bytes(octets, static_cast<std::byte>(mark));
}

/// A socket, and its receiver on loopback.
struct Pair {
  LoopbackReceiver receiver;
  std::unique_ptr<StreamSocket> socket;

  explicit Pair(const StreamSocketOptions& options = {})
      : socket(StreamSocket::open(receiver.endpoint(), options).value()) {}

  /// The next answer; empty: none.
  Bytes received() const {
    Bytes buffer(100);
    buffer.resize(socket->receive(buffer));
    return buffer;
  }
  void answer(std::size_t octets, int mark) { receiver.send(datagram(octets, mark), socket->local()); }
};

/// A port on loopback on which nobody listens.
Endpoint deserted() {
  return LoopbackReceiver(9).endpoint();
}

/// Changes the receiver, and takes it over as the thread of the stream does.
bool retarget(StreamSocket& socket, const Endpoint& receiver) {
  socket.retarget(receiver);
  return socket.take_retarget();
}

TEST_CASE("a receiver gets all datagrams of a wake-up in order, with segmentation or without", "[io]") {
  const bool segmentation = GENERATE(true, false);
  Pair pair({.segmentation = segmentation});
  // Bursts of equal ones, a shorter end, and a longer one.
  const std::vector<std::size_t> sizes{760, 760, 760, 200, 760, 1400, 0};
  for (int turn = 0; turn < 3; ++turn) {
    for (std::size_t k = 0; k < sizes.size(); ++k)
      CHECK_FALSE(pair.socket->send(datagram(sizes[k], static_cast<int>(50 * turn + k))));
    CHECK_FALSE(pair.receiver.waiting());
    pair.socket->flush();
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      CAPTURE(turn, k);
      CHECK(pair.receiver.next() == datagram(sizes[k], static_cast<int>(50 * turn + k)));
    }
  }
  CHECK(pair.receiver.sender() == pair.socket->local());
  const auto& stats = pair.socket->stats();
  CHECK(stats.datagrams.value() == 3 * sizes.size());
#ifdef __linux__
  CHECK(pair.socket->segments() == segmentation);
  CHECK(stats.system_calls.value() == 3);
#endif
}

TEST_CASE("datagrams that are kept by their stream are copied only where several leave together", "[io]") {
  Pair pair;
  const Bytes one = datagram(700, 1), two = datagram(700, 2), three = datagram(700, 3);
  for (int turn = 0; turn < 3; ++turn) {
    pair.socket->send_kept(one, {});
    pair.socket->flush();
    CHECK(pair.receiver.next() == one);
  }
  CHECK(pair.socket->stats().copied.value() == 0);
  for (const Bytes* octets : {&one, &two, &three}) pair.socket->send_kept(*octets, {});
  pair.socket->flush();
  for (const Bytes* octets : {&one, &two, &three}) CHECK(pair.receiver.next() == *octets);
  CHECK(pair.socket->stats().copied.value() == (pair.socket->segments() ? 2100 : 1400));
}

TEST_CASE("what exceeds one wake-up's room leaves in several calls, complete", "[io]") {
  Pair pair({.most_datagrams = 8});
  for (int i = 0; i < 50; ++i) pair.socket->send(datagram(100, i));
  pair.socket->flush();
  for (int i = 0; i < 50; ++i) CHECK(pair.receiver.next() == datagram(100, i));
}

TEST_CASE("a flush with nothing queued costs no call", "[io]") {
  Pair pair;
  pair.socket->flush();
  CHECK(pair.socket->stats().system_calls.value() == 0);
}

TEST_CASE("without kernel pacing a datagram leaves with the flush, whatever its departure", "[io]") {
  Pair pair;
  CHECK_FALSE(pair.socket->send_at(datagram(10, 1), monotonic_now() + 24h));
  pair.socket->flush();
  CHECK(pair.receiver.next() == datagram(10, 1));
}

TEST_CASE("the largest datagram passes, a larger one is refused at once", "[io]") {
  Pair pair;
  CHECK(pair.socket->send(datagram(65'508, 1)) == std::errc::message_size);
  CHECK_FALSE(pair.socket->send(datagram(65'507, 2)));
  pair.socket->flush();
  CHECK(pair.receiver.next() == datagram(65'507, 2));
}

TEST_CASE("a broadcast address is no receiver", "[io]") {
  const auto socket = StreamSocket::open(Endpoint::ipv4(0xFFFFFFFF, kIdnPort));
  REQUIRE_FALSE(socket);
  CHECK(socket.error().system == std::errc::permission_denied);
}

TEST_CASE("the granted send buffer is told", "[io]") {
  CHECK(StreamSocket::open(deserted(), {.send_buffer = 100'000}).value()->send_buffer() >= 100'000);
}

TEST_CASE("a refusal is told, and the next receiver is reached", "[io][kernel]") {
  LoopbackReceiver there;
  const auto socket = StreamSocket::open(deserted()).value();
  bool told = false;
  for (int wake_ups = 0; !told && wake_ups < 1000; ++wake_ups) {
    told = socket->send(datagram(10, 1)) == std::errc::connection_refused;
    socket->flush();
  }
  CHECK(told);
  CHECK(retarget(*socket, there.endpoint()));
  CHECK_FALSE(socket->send(datagram(20, 2)));  // not an error of the receiver that was left
  socket->flush();
  CHECK(there.next() == datagram(20, 2));
}

#ifdef __linux__
TEST_CASE("a refusal is told once, by a datagram that is sent all the same", "[io][kernel]") {
  constexpr std::uint8_t kHost = 19;
  const Endpoint place = LoopbackReceiver(kHost).endpoint();
  const auto socket = StreamSocket::open(place).value();
  CHECK_FALSE(socket->send(datagram(10, 1)));
  socket->flush();
  LoopbackReceiver receiver(kHost, place.port);
  SECTION("that finds out") {
    CHECK_FALSE(socket->send(datagram(10, 2)));
    socket->flush();
  }
  SECTION("after a look for answers found out") {
    receiver.send(datagram(20, 4), socket->local());
    Bytes buffer(100);
    CHECK(socket->receive(buffer) == 20);
    CHECK(socket->send(datagram(10, 2)) == std::errc::connection_refused);
    socket->flush();
  }
  CHECK(receiver.next() == datagram(10, 2));
  static_cast<void>(socket->send(datagram(10, 3)));
  CHECK_FALSE(socket->send(datagram(10, 4)));
  socket->flush();
  CHECK(receiver.next() == datagram(10, 3));
  CHECK(receiver.next() == datagram(10, 4));
  CHECK(socket->stats().datagrams.value() == 4);
  CHECK(socket->stats().refused.value() == 0);
}

TEST_CASE("a refusal by a receiver that was left is not told of the next one", "[io][kernel]") {
  LoopbackReceiver there;
  const auto socket = StreamSocket::open(deserted()).value();
  socket->send(datagram(10, 1));
  socket->flush();
  CHECK(retarget(*socket, there.endpoint()));
  CHECK_FALSE(socket->send(datagram(10, 2)));  // finds out
  socket->flush();
  CHECK_FALSE(socket->send(datagram(10, 3)));
  socket->flush();
  CHECK(there.next() == datagram(10, 2));
  CHECK(there.next() == datagram(10, 3));
}
#endif

TEST_CASE("the socket is asked for answers once per wake-up", "[io]") {
  Pair pair;
  CHECK(pair.received().empty());
  pair.answer(20, 1);
  CHECK(pair.received().empty());
  pair.socket->flush();
  CHECK(pair.received() == datagram(20, 1));
}

TEST_CASE("answers that wait are taken before the socket is asked for more", "[io]") {
  Pair pair;
  for (int i = 1; i <= 4; ++i) pair.answer(20, i);
  CHECK(pair.received() == datagram(20, 1));
  pair.socket->flush();
  for (int i = 5; i <= 6; ++i) pair.answer(20, i);
  for (int i = 2; i <= 4; ++i) CHECK(pair.received() == datagram(20, i));
  CHECK(pair.received() == datagram(20, 5));
  CHECK(pair.received() == datagram(20, 6));
}

TEST_CASE("strangers, empty and too long answers do no harm", "[io]") {
  Pair pair;
  pair.socket->send(datagram(1, 0));  // some systems connect now
  pair.socket->flush();
  LoopbackReceiver stranger(7);
  for (int i = 0; i < 3; ++i) stranger.send(datagram(20, i), pair.socket->local());
  pair.answer(20, 1);
  pair.answer(0, 0);
#ifdef __linux__
  pair.answer(9000, 9);
#endif
  pair.answer(20, 2);
  CHECK(pair.received() == datagram(20, 1));
#ifdef __linux__
  CHECK(pair.received() == datagram(StreamSocket::kMostOfAnswer, 9));
#endif
  CHECK(pair.received() == datagram(20, 2));
  CHECK(pair.received().empty());
}

TEST_CASE("a retargeted socket leaves its former receiver alone and no longer hears it", "[io]") {
  Pair pair;
  LoopbackReceiver there(3);
  pair.answer(20, 1);                  // arrives before the change, is read after it
  pair.socket->send(datagram(20, 2));  // queued ahead of it
  const Endpoint own = pair.socket->local();
  CHECK(retarget(*pair.socket, there.endpoint()));
  CHECK(pair.receiver.next() == datagram(20, 2));
  CHECK(pair.received().empty());
  pair.socket->send(datagram(20, 3));
  pair.socket->flush();
  CHECK(there.next() == datagram(20, 3));
  CHECK(there.sender().port == own.port);
  there.send(datagram(20, 5), there.sender());
  pair.answer(20, 6);
  CHECK(pair.received() == datagram(20, 5));
  CHECK(pair.received().empty());
}

TEST_CASE("an answer that waited when the receiver changed is dropped", "[io]") {
  Pair pair;
  for (int i = 1; i <= 2; ++i) pair.answer(20, i);
  CHECK(pair.received() == datagram(20, 1));
  CHECK(retarget(*pair.socket, deserted()));
  CHECK(pair.received().empty());
}

TEST_CASE("a socket that leads nowhere sends nothing and complains of nothing", "[io]") {
  Pair pair;
  CHECK_FALSE(retarget(*pair.socket, Endpoint::ipv4(0, 0)));
  CHECK_FALSE(pair.socket->send(datagram(20, 1)));
  pair.socket->flush();
  CHECK(pair.socket->stats().datagrams.value() == 0);
  CHECK(retarget(*pair.socket, pair.receiver.endpoint()));
  pair.socket->send(datagram(20, 3));
  pair.socket->flush();
  CHECK(pair.receiver.next() == datagram(20, 3));
}

TEST_CASE("a socket is retargeted by another thread while it sends", "[io]") {
  Pair pair;
  LoopbackReceiver there(2);
  jthread other([&] { pair.socket->retarget(there.endpoint()); });
  for (bool there_now = false; !there_now; pair.socket->flush()) {
    there_now = pair.socket->take_retarget();
    pair.socket->send(datagram(20, there_now ? 2 : 1));
  }
  CHECK(there.next() == datagram(20, 2));
}

TEST_CASE("a flood of strangers delays no answer", "[io]") {
  Pair pair;
  pair.socket->send(datagram(1, 0));  // connects
  pair.socket->flush();
  LoopbackReceiver stranger(7);
  for (int i = 0; i < 200; ++i) stranger.send(datagram(20, i), pair.socket->local());
  pair.answer(20, 1);
  CHECK(pair.received() == datagram(20, 1));
}

}  // namespace
}  // namespace idn::io
