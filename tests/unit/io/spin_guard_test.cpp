// SPDX-License-Identifier: MIT
#include "idn/io/send/clock.hpp"

#include <array>
#include <random>

#include "support/catch.hpp"

using namespace idn;
using namespace idn::io;
using namespace std::chrono_literals;

namespace {

/// A thread that works for a given time before each wait.
struct Thread {
  SpinGuard guard;
  TimePoint now{};

  void work_for(Duration time, Duration wait, Duration work) {
    for (const TimePoint end = now + time; now <= end; now += wait) guard.worked(work, now);
  }
};

SpinGuard with_need(Duration need) {
  SpinGuard guard;
  std::array<Duration, 1> overslept{need};
  guard.calibrate(overslept);
  return guard;
}

}  // namespace

TEST_CASE("calibration takes what nine in ten sleeps stay within", "[io]") {
  std::array<Duration, 20> overslept;
  for (std::size_t i = 0; i < overslept.size(); ++i) overslept[overslept.size() - 1 - i] = i * 10us;
  SpinGuard guard;
  guard.calibrate(overslept);
  CHECK(guard.length() == 180us);
}

TEST_CASE("the guard settles where one of a hundred sleeps ends late", "[io]") {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> up_to_100_us(0, 100'000);
  SpinGuard guard;
  for (int i = 0; i < 100'000; ++i) guard.slept(Duration(up_to_100_us(random)));
  int late = 0;
  for (int i = 0; i < 100'000; ++i) {
    const Duration oversleep(up_to_100_us(random));
    late += oversleep > guard.length();
    guard.slept(oversleep);
  }
  CHECK(late > 900);
  CHECK(late < 1100);
}

TEST_CASE("the guard shrinks again when the machine sleeps better", "[io]") {
  SpinGuard guard = with_need(100us);
  for (int i = 0; i < 5000; ++i) guard.slept(10us);
  CHECK(guard.length() < 55us);
  CHECK(guard.length() > 45us);
}

TEST_CASE("one late sleep moves the guard by a microsecond, however late it is", "[io]") {
  SpinGuard guard = with_need(30us);
  guard.slept(SpinGuard::kLongest);
  CHECK(guard.length() == 31us);
}

TEST_CASE("a sleep counts that ends 400 us late, and none that ends later", "[io]") {
  SpinGuard guard = with_need(30us);
  guard.slept(400us + 1ns);
  CHECK(guard.length() == 30us);
  guard.slept(400us);
  CHECK(guard.length() == 31us);
}

TEST_CASE("the guard is 400 us at the longest", "[io]") {
  CHECK(with_need(1ms).length() == 400us);
  SpinGuard guard = with_need(400us - 1ns);
  guard.slept(400us);
  CHECK(guard.length() == 400us);
}

TEST_CASE("stalls that no guard could make up for do not move it", "[io]") {
  SpinGuard guard = with_need(30us);
  for (int i = 0; i < 1000; ++i) guard.slept(20ms);
  CHECK(guard.length() == 30us);
}

TEST_CASE("a guard for the longest oversleep begins with its budget", "[io]") {
  SpinGuard guard(GuardPolicy::Longest, 0.125);
  CHECK(guard.length() == 125us);
  std::array<Duration, 1> overslept{10us};
  guard.calibrate(overslept);
  CHECK(guard.length() == 125us);
}

TEST_CASE("a guard for the longest oversleep is that of the last 10 to 20 s", "[io]") {
  Thread thread{SpinGuard(GuardPolicy::Longest, 0.125)};
  const auto pass_time = [&](Duration time, Duration oversleep) {
    for (const TimePoint end = thread.now + time; thread.now < end; thread.now += 1ms) {
      thread.guard.slept(oversleep);
      thread.guard.worked(0us, thread.now);
    }
  };
  pass_time(9s, 20us);
  CHECK(thread.guard.length() > 120us);
  pass_time(2s, 20us);
  CHECK(thread.guard.length() == 20us);
  thread.guard.slept(70us);
  CHECK(thread.guard.length() == 70us);
  thread.guard.slept(SpinGuard::kLongest + 1ns);  // a stall
  pass_time(9s, 20us);
  CHECK(thread.guard.length() == 70us);
  pass_time(12s, 20us);
  CHECK(thread.guard.length() == 20us);
}

TEST_CASE("a guard for the longest oversleep stays within its budget, at any tick", "[io]") {
  const Duration tick = GENERATE(250us, 1000us, 4000us);
  Thread thread{SpinGuard(GuardPolicy::Longest, 0.125)};
  thread.work_for(150ms, tick, 0us);
  CHECK(thread.guard.length() <= std::min<Duration>(tick / 8, SpinGuard::kLongest));
  CHECK(thread.guard.length() > std::min<Duration>(tick / 9, 390us));
}

TEST_CASE("spinning takes a quarter of the time between waits at most", "[io]") {
  Thread thread{with_need(300us)};
  thread.work_for(150ms, 250us, 0us);
  CHECK(thread.guard.length() > 60us);
  CHECK(thread.guard.length() <= 62500ns);
}

TEST_CASE("spinning makes room for work, so that both stay under nine tenths of a core", "[io]") {
  Thread thread{with_need(300us)};
  thread.work_for(150ms, 1ms, 850us);
  CHECK(thread.guard.length() > 30us);
  CHECK(thread.guard.length() <= 50us);
  CHECK_FALSE(thread.guard.is_overloaded());
}

TEST_CASE("a thread that works nine tenths of the time for long is overloaded, until it is not", "[io]") {
  Thread thread{with_need(30us)};
  thread.work_for(250ms, 1ms, 950us);
  CHECK(thread.guard.length() == 0us);
  CHECK_FALSE(thread.guard.is_overloaded());
  thread.work_for(100ms, 1ms, 950us);
  CHECK(thread.guard.is_overloaded());
  thread.work_for(150ms, 1ms, 100us);
  CHECK_FALSE(thread.guard.is_overloaded());
  CHECK(thread.guard.length() == 30us);
}
