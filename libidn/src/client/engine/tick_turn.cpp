// SPDX-License-Identifier: MIT
#include "client/engine/tick_turn.hpp"

namespace idn::client {

bool serve_in_turn(TickTurn& turn, const TickTurn::WakeUp& wake_up, io::StreamLoop& loop, io::Clock& clock,
                   TickWatch* watch, Duration delay) noexcept {
  const TimePoint called = watch != nullptr ? clock.now() : TimePoint{};
  clock.wait_until(wake_up.due + delay);
  if (!turn.take(wake_up.number)) return false;
  if (watch != nullptr) watch->on_wake_up(wake_up.due, called, clock.now());
  loop.serve_due(clock);
  loop.take_up(clock.now());
  if (watch != nullptr && delay == Duration{0}) watch->on_missing_samples(loop.starved_samples());
  turn.hand_over(loop.next_wake_up());
  return true;
}

}  // namespace idn::client
