// SPDX-License-Identifier: MIT
#include "idn/io/receive/unit_loop.hpp"

#include <functional>
#include <string>
#include <thread>

#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"
#include "io/send/stream_socket.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

namespace idn::io {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kUnitAddress = 0x7F000001;
const std::vector<std::byte> kDatagram{std::byte{1}};

/// A socket on loopback with a handler that calls functions of the test.
struct Unit final : UnitHandler {
  std::unique_ptr<UnitSocket> socket;
  std::function<void()> on_batch = [] {};
  std::vector<std::string> calls;
  std::size_t received = 0;
  TimePoint deadline = kNever;
  bool busy = false;
  mutable int asked_if_busy = 0;

  explicit Unit(UnitLoop& loop)
      : socket(UnitSocket::open(loop, {.address = kUnitAddress, .port = 0}).value()), at(socket->local()) {}

  void send() const { REQUIRE_FALSE(socket->send(kDatagram, at, at)); }

  void on_datagrams(std::span<const ReceivedDatagram> batch) override {
    received += batch.size();
    calls.emplace_back("datagrams");
    on_batch();
  }
  void on_drained() override { calls.emplace_back("drained"); }
  TimePoint next_deadline() const noexcept override { return deadline; }
  void on_deadline(TimePoint) override {
    calls.emplace_back("deadline");
    deadline = kNever;
  }
  bool is_busy() const noexcept override {
    asked_if_busy += busy ? 1 : 0;
    return busy;
  }

  Endpoint at;
};

TEST_CASE("a receiver answers and goes dark with nothing but the loop, until it is told to stop", "[io]") {
  struct Listener : stream::ReceiverListener {
    UnitLoop& loop;
    Instant dark;
    explicit Listener(UnitLoop& of) : loop(of) {}
    void on_dark(const stream::ChannelId&, stream::EndReason reason, Instant time) override {
      CHECK(reason == stream::EndReason::LinkTimeout);
      dark = time;
      loop.stop();
    }
  };
  UnitLoop loop;
  Listener listener(loop);
  stream::Receiver receiver({.services = stream::one_laser(), .link_timeout = 10ms}, listener);
  const auto socket = UnitSocket::open(loop, {.address = kUnitAddress, .port = 0}).value();
  loop.serve(*socket, receiver);
  const auto client = StreamSocket::open(socket->local()).value();
  REQUIRE_FALSE(client->send(test::vector_file("idn/09-wave-open-config.hex")));
  client->flush();
  const Instant before = now();
  CHECK_FALSE(loop.run());
  CHECK(loop.is_stopped());
  CHECK(listener.dark.since_1970 > before.since_1970);
  CHECK(listener.dark.at > before.at);
  std::array<std::byte, 64> answer;
  CHECK(client->receive(answer) == 16);
}

TEST_CASE("a stop request from another thread ends the loop, also one that comes first", "[io]") {
  UnitLoop loop;
  jthread thread([&](const stop_token& stop) { CHECK_FALSE(loop.run(stop)); });
  thread.request_stop();
  thread.join();
  CHECK(loop.is_stopped());
  CHECK_FALSE(loop.run());
}

TEST_CASE("a socket that is never empty keeps no other waiting", "[io]") {
  UnitLoop loop;
  Unit flooded(loop), other(loop);
  std::size_t batches = 0;
  std::size_t batches_before_other = 0;
  flooded.on_batch = [&] {
    if (++batches < 100'000 && other.calls.empty()) flooded.send();
  };
  other.on_batch = [&] { batches_before_other = batches; };
  loop.serve(*flooded.socket, flooded);
  loop.serve(*other.socket, other);
  flooded.send();
  REQUIRE_FALSE(loop.turn(TimePoint::min()));
  other.send();
  while (other.calls.empty()) REQUIRE_FALSE(loop.turn(kNever));
  CHECK(batches_before_other < 100'000);
}

#ifndef _WIN32  // there timers are looked at before sockets
TEST_CASE("what arrived before a deadline is handed over before it", "[io]") {
  UnitLoop loop;
  Unit late(loop), first(loop);
  late.deadline = monotonic_now();
  first.on_batch = [&] { late.send(); };
  first.send();
  loop.serve(*late.socket, late);
  loop.serve(*first.socket, first);
  while (late.calls.size() < 3) REQUIRE_FALSE(loop.turn(kNever));
  CHECK(late.calls == std::vector<std::string>{"datagrams", "drained", "deadline"});
}
#endif

TEST_CASE("a socket that is destroyed gets no call any more, even when datagrams wait", "[io]") {
  UnitLoop loop;
  Unit one(loop), two(loop);
  one.on_batch = [&] { two.socket.reset(); };
  two.on_batch = [&] { one.socket.reset(); };
  one.send();
  two.send();
  loop.serve(*one.socket, one);
  loop.serve(*two.socket, two);
  while (one.calls.size() + two.calls.size() < 2) REQUIRE_FALSE(loop.turn(kNever));
  const TimePoint soon = monotonic_now() + 10ms;
  while (monotonic_now() < soon) REQUIRE_FALSE(loop.turn(soon));
  CHECK(one.calls.size() + two.calls.size() == 2);  // one batch: on_datagrams() and the call at its end
}

TEST_CASE("a turn ends at its time, and while a handler is busy the loop rests after each", "[io]") {
  UnitLoop loop;
  Unit unit(loop);
  loop.serve(*unit.socket, unit);
  const TimePoint begin = monotonic_now();
  REQUIRE_FALSE(loop.turn(begin + 5ms));
  CHECK(monotonic_now() >= begin + 5ms);
  CHECK(unit.calls.empty());

  constexpr int kTurns = 10;
  unit.busy = true;
  unit.on_batch = [&] {
    if (unit.asked_if_busy == kTurns) return loop.stop();
    loop.post([&] { unit.send(); });
  };
  unit.send();
  const TimePoint started = monotonic_now();
  CHECK_FALSE(loop.run());
  CHECK(monotonic_now() - started >= kTurns * UnitLoop::kRest);
}

TEST_CASE("tasks from any thread are called on that of the loop, in order, and at their time", "[io]") {
  UnitLoop loop;
  std::vector<int> called;
  const auto here = std::this_thread::get_id();
  const TimePoint at = monotonic_now() + 5ms;
  TimePoint called_at{};
  loop.call_at(at, [&] {
    called_at = monotonic_now();
    called.push_back(std::this_thread::get_id() == here ? 3 : 0);
    loop.stop();
  });
  jthread other([&] {
    loop.post([&] { called.push_back(1); });
    loop.post([&] { called.push_back(2); });
  });
  other.join();
  CHECK_FALSE(loop.run());
  CHECK(called == std::vector{1, 2, 3});
  CHECK(called_at >= at);
  loop.post([&] { called.push_back(4); });
  CHECK_FALSE(loop.run());
  CHECK(called.size() == 3);
}

TEST_CASE("what a task throws leaves the loop, which can go on", "[io]") {
  UnitLoop loop;
  loop.post([] { throw std::runtime_error("of the task"); });
  loop.post([&] { loop.stop(); });
  CHECK_THROWS_WITH(loop.run(), "of the task");
  CHECK_FALSE(loop.run());
}

TEST_CASE("what is left in the sockets can be taken when the loop has stopped", "[io]") {
  UnitLoop loop;
  Unit unit(loop);
  loop.serve(*unit.socket, unit);
  loop.stop();
  unit.send();
  REQUIRE_FALSE(loop.turn(kNever));
  CHECK(unit.calls.empty());
  CHECK(loop.drain());
  CHECK(unit.calls == std::vector<std::string>{"datagrams", "drained"});
}

TEST_CASE("what a program left in its socket while it fell behind can be taken, all of it", "[io]") {
  UnitLoop loop;
  Unit unit(loop);
  loop.serve(*unit.socket, unit);
  constexpr std::size_t kDatagrams = 2500;   // an iteration takes 1 024 at most
  constexpr std::size_t kOctetsEach = 1024;  // with what the system keeps for each
  if (unit.socket->receive_buffer() < kDatagrams * kOctetsEach) {
    WARN("this system gives receive buffers of only " << unit.socket->receive_buffer() << " octets");
    return;
  }
  for (std::size_t i = 0; i < kDatagrams; ++i) unit.send();
  CHECK(loop.drain());
  CHECK(unit.received == kDatagrams);
}

}  // namespace
}  // namespace idn::io

TEST_CASE("a turn waits until its time, also where each has another one", "[io]") {
  UnitLoop loop;
  const TimePoint begin = monotonic_now();
  loop.call_at(begin + 1ms, [] {});  // ends the first turn before its time
  int turns = 0;
  for (; monotonic_now() - begin < 100ms; ++turns) CHECK_FALSE(loop.turn(monotonic_now() + 20ms));
  CHECK(turns <= 7);
}
