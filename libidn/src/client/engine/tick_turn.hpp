// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "client/engine/tick_watch.hpp"
#include "idn/time.hpp"
#include "io/send/stream_loop.hpp"

namespace idn::client {

/// Lets two threads drive the same streams, one at a time: each wake-up is served by the thread that takes it
/// first. What is delayed on one processor, for instance by its hypervisor, then leaves from the other one.
/// Threads: both. Real-time: all.
class TickTurn {
 public:
  /// A wake-up that no thread has taken yet.
  struct WakeUp {
    std::uint64_t number;
    TimePoint due;  ///< kNever: there are no streams
  };

  /// The next wake-up; no value while a thread serves one.
  std::optional<WakeUp> next() const noexcept {
    const std::uint64_t state = state_.load(std::memory_order_acquire);
    if (is_taken(state)) return std::nullopt;
    // It may be of a later wake-up already: then take() fails.
    return WakeUp{state / 2, due_.load(std::memory_order_relaxed)};
  }

  /// From now on the caller may use what the threads share, as its last user left it.
  /// @return false if another thread has taken the wake-up
  bool take(std::uint64_t number) noexcept {
    std::uint64_t state = 2 * number;
    return state_.compare_exchange_strong(state, state + 1, std::memory_order_acquire);
  }

  /// Ends what take() has begun. `due`: of the next wake-up.
  void hand_over(TimePoint due) noexcept {
    due_.store(due, std::memory_order_relaxed);
    state_.fetch_add(1, std::memory_order_release);
  }

 private:
  static constexpr bool is_taken(std::uint64_t state) noexcept { return state % 2 != 0; }

  std::atomic<std::uint64_t> state_{0};  ///< twice the number of the wake-up, plus 1 while it is served
  std::atomic<TimePoint> due_{kNever};
};

/// Waits until `delay` after a wake-up is due, and serves it if the other thread has not taken it.
/// @param watch is told of the wake-up, and without a delay of missing samples; may be null
/// @return whether it served
bool serve_in_turn(TickTurn& turn, const TickTurn::WakeUp& wake_up, io::StreamLoop& loop, io::Clock& clock,
                   TickWatch* watch, Duration delay) noexcept;

}  // namespace idn::client
