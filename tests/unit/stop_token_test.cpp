// SPDX-License-Identifier: MIT
// The classes for standard libraries without <stop_token>, with every standard library.
#include "idn/stop_token.hpp"

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "idn/detail/stop_token.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace std::chrono_literals;

TEST_CASE("a stop request calls each callback once, and a later callback at once", "[stop]") {
  detail::stop_source source;
  int first = 0, second = 0, late = 0;
  const detail::stop_callback one(source.get_token(), [&] { ++first; });
  {
    const detail::stop_callback gone(source.get_token(), [&] { ++second; });
  }
  CHECK_FALSE(source.get_token().stop_requested());
  CHECK(source.request_stop());
  CHECK_FALSE(source.request_stop());
  CHECK(source.get_token().stop_requested());
  const detail::stop_callback two(source.get_token(), [&] { ++late; });
  CHECK(std::vector{first, second, late} == std::vector{1, 0, 1});
  CHECK_FALSE(detail::stop_token().stop_possible());
}

TEST_CASE("of several callbacks those that are left are called, whatever order they end in", "[stop]") {
  for (std::size_t kept = 0; kept < 3; ++kept) {
    detail::stop_source source;
    std::array<int, 3> calls{};
    using Callback = detail::stop_callback<std::function<void()>>;
    std::array<std::unique_ptr<Callback>, 3> callbacks;
    for (std::size_t i = 0; i < 3; ++i)
      callbacks[i] = std::make_unique<Callback>(source.get_token(), [&calls, i] { ++calls[i]; });
    for (std::size_t i = 0; i < 3; ++i)
      if (i != kept) callbacks[i].reset();
    source.request_stop();
    for (std::size_t i = 0; i < 3; ++i) CHECK(calls[i] == (i == kept ? 1 : 0));
  }
}

TEST_CASE("a callback of a stop request may end itself", "[stop]") {
  detail::stop_source source;
  std::unique_ptr<detail::stop_callback<std::function<void()>>> callback;
  bool is_called = false;
  callback = std::make_unique<detail::stop_callback<std::function<void()>>>(source.get_token(), [&] {
    bool& done = is_called;  // what is captured ends with the callback
    callback.reset();
    done = true;
  });
  source.request_stop();
  CHECK(is_called);
}

TEST_CASE("a callback that runs on another thread has returned when it is destroyed", "[stop]") {
  for (int round = 0; round < 200; ++round) {
    detail::stop_source source;
    std::atomic<bool> runs = false;
    int calls = 0;  // not atomic: TSan sees a destructor that does not wait
    {
      std::optional<detail::jthread> stopper;
      const detail::stop_callback callback(source.get_token(), [&] {
        runs = true;
        for (int i = 0; i < 100; ++i) std::this_thread::yield();
        ++calls;
      });
      std::thread([&] { stopper.emplace([&] { source.request_stop(); }); }).join();
      while (!runs) std::this_thread::yield();
    }
    CHECK(calls == 1);
  }
}

TEST_CASE("a thread is asked to stop and joined when it is replaced or destroyed", "[stop]") {
  std::atomic<int> ended = 0;
  const auto until_stopped = [&](const detail::stop_token& stop) {
    while (!stop.stop_requested()) std::this_thread::yield();
    ++ended;
  };
  detail::jthread thread(until_stopped);
  CHECK(thread.joinable());
  thread = detail::jthread(until_stopped);
  CHECK(ended == 1);
  detail::jthread other = std::move(thread);
  CHECK_FALSE(thread.joinable());  // NOLINT(bugprone-use-after-move)
  other = detail::jthread([&] { ++ended; });
  CHECK(ended >= 2);
  other = {};
  CHECK(ended == 3);
}

TEST_CASE("no stop request is lost by a waiting thread", "[stop]") {
  for (int round = 0; round < 2000; ++round) {
    std::mutex mutex;
    detail::condition_variable_any condition;
    bool has_waited = true;
    detail::jthread thread([&](const detail::stop_token& stop) {
      std::unique_lock lock(mutex);
      has_waited = condition.wait(lock, stop, [] { return false; });
    });
    for (int i = 0; i < round % 50; ++i) std::this_thread::yield();
    thread = {};
    CHECK_FALSE(has_waited);
  }
}

TEST_CASE("a waiting thread is told of what it waits for, and of the end of its time", "[stop]") {
  std::mutex mutex;
  detail::condition_variable_any condition;
  bool is_there = false;
  const detail::jthread giver([&] {
    const std::lock_guard lock(mutex);
    is_there = true;
    condition.notify_one();
  });
  std::unique_lock lock(mutex);
  CHECK(condition.wait(lock, {}, [&] { return is_there; }));
  CHECK(is_there);
  CHECK_FALSE(condition.wait_for(lock, {}, 1ms, [] { return false; }));
}
