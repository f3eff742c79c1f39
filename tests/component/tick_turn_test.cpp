// SPDX-License-Identifier: MIT
// Two threads that drive the same streams, in virtual time and on real threads.
#include "client/engine/tick_turn.hpp"

#include <algorithm>
#include <thread>

#include "support/show.hpp"

using namespace idn;
using namespace idn::client;
using namespace std::chrono_literals;

namespace {

constexpr Duration kDelay = 10us;

/// The clock of one thread of several, which share the virtual time.
class ThreadClock final : public io::Clock {
 public:
  ThreadClock(TimePoint& time, test::FakeClock::WakeUp wake_up) : time_(time), wake_up_(std::move(wake_up)) {}

  TimePoint now() noexcept override { return time_; }
  void wait_until(TimePoint deadline) noexcept override {
    if (deadline > time_) time_ = std::max(time_, wake_up_(deadline));
  }

 private:
  TimePoint& time_;
  test::FakeClock::WakeUp wake_up_;
};

/// A stream of 1 ms ticks that two threads drive: within each wait of the first thread, the second one does
/// what it would do meanwhile.
struct TwoThreads {
  /// The delay of the first thread at each of its wake-ups, and of the second one at all.
  TwoThreads(std::vector<Duration> late, Duration late_second)
      : first_late(std::move(late)), second_late(late_second) {
    session->push(std::vector<LaserSample>(first_late.size() * 100, test::lit(1)));
    session->finish();
    loop.add(*session, net, stats);
    loop.start(time);
    REQUIRE(turn.take(turn.next()->number));
    turn.hand_over(loop.next_wake_up());
  }

  void run() {
    while (turn.next()->due != kNever)
      if (serve_in_turn(turn, *turn.next(), loop, first, nullptr, Duration{0})) ++by_first;
  }

  /// When the first thread runs again after it slept until `deadline`.
  TimePoint wake_first(TimePoint deadline) {
    const Duration late = wake_ups < first_late.size() ? first_late[wake_ups] : Duration{0};
    ++wake_ups;
    if (late > kDelay + second_late && serve_in_turn(turn, *turn.next(), loop, second, nullptr, kDelay))
      ++by_second;
    return deadline + late;
  }

  std::vector<Duration> first_late;
  Duration second_late;
  std::size_t wake_ups = 0, by_first = 0, by_second = 0;
  TimePoint time{1000s};
  ThreadClock first{time, [this](TimePoint deadline) { return wake_first(deadline); }};
  ThreadClock second{time, [this](TimePoint deadline) { return deadline + second_late; }};
  std::unique_ptr<test::WaveSession> session =
      test::WaveSession::create({.packer = {.rate = {100'000}, .samples_per_packet = 100}}).value();
  test::MemoryTransport net{first};
  io::DriverStats stats;
  io::StreamLoop loop;
  TickTurn turn;
};

}  // namespace

TEST_CASE("a thread that is on time serves every wake-up, the other one none", "[client]") {
  TwoThreads threads({1us, 9us, 0us, 5us}, 0us);
  threads.run();
  CHECK(threads.by_second == 0);
  CHECK(threads.by_first == threads.wake_ups + 1);
  CHECK(threads.session->stats().worst_lateness.value() == 9us);
}

TEST_CASE("what one thread is late for leaves from the other one, 10 us after it was due", "[client]") {
  TwoThreads threads({0us, 700us, 0us, 0us, 60us, 0us}, 0us);
  threads.run();
  CHECK(threads.by_second == 2);
  CHECK(threads.session->stats().worst_lateness.value() == kDelay);
  const auto& sent = threads.net.sent;
  REQUIRE(sent.size() > 6);
  for (std::size_t i = 0; i < 6; ++i) {
    // The first datagram is due at the start, without a wait.
    CHECK(sent[i].at - sent[0].at == i * 1ms + (i == 2 || i == 5 ? kDelay : 0us));
    CHECK(test::WavePacket(sent[i].octets).header.sequence == i + (i > 0 ? 1 : 0));  // a request
  }
}

TEST_CASE("if both threads are late, the first to wake serves", "[client]") {
  TwoThreads threads({0us, 400us, 0us, 300us, 0us}, 350us);
  threads.run();
  CHECK(threads.by_second == 1);
  CHECK(threads.session->stats().worst_lateness.value() == 360us);
}

TEST_CASE("a wake-up is taken once, and waits for nobody while it is served", "[client]") {
  TickTurn turn;
  const auto first = turn.next();
  REQUIRE(first);
  CHECK(first->due == kNever);
  REQUIRE(turn.take(first->number));
  CHECK_FALSE(turn.take(first->number));
  CHECK_FALSE(turn.next());
  const TimePoint due{5ms};
  turn.hand_over(due);
  CHECK_FALSE(turn.take(first->number));
  REQUIRE(turn.next());
  CHECK(turn.next()->due == due);
  CHECK(turn.take(turn.next()->number));
}

TEST_CASE("threads that take turns see all that the other one did", "[client]") {
  constexpr int kTurns = 20'000;
  TickTurn turn;
  int shared = 0;  // not atomic: the turn orders all access
  const auto take_turns = [&] {
    for (int done = 0; done < kTurns;) {
      const auto next = turn.next();
      if (!next || !turn.take(next->number)) continue;
      ++shared;
      ++done;
      turn.hand_over(TimePoint{});
    }
  };
  std::thread other(take_turns);
  take_turns();
  other.join();
  CHECK(shared == 2 * kTurns);
}
