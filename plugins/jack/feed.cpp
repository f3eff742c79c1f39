// SPDX-License-Identifier: MIT
#include "plugins/jack/feed.hpp"

#include <algorithm>
#include <utility>

namespace idn::jack {
namespace {

using namespace std::chrono_literals;

/// A period so late, when JACK tells of an xrun, is not late by a thread that woke up late.
constexpr Duration kLostTime = 4ms;
/// JACK tells of it before or after the period comes.
constexpr Duration kXrunIsNew = 100ms;
constexpr Duration kObserveEvery = 250ms;
/// So much more than the latency waits only where the player does not play.
constexpr Duration kTooMuch = 500ms;

void discard(std::vector<LaserSample>& samples, std::size_t count) {
  samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace

std::size_t Feed::samples_in(Duration time) const noexcept {
  return static_cast<std::size_t>(time / 1us * to_.per_second / 1'000'000);
}

void Feed::restart() {
  drained_.clear();
  input_.drain(drained_);
  waiting_.clear();
  overdue_ = 0;
  resampler_.restart();
  interrupt(0);
}

/// @param before so many of those that wait are still played as they would have been, unless all are held
void Feed::interrupt(std::size_t before) noexcept {
  is_playing_ = false;
  if (overdue_ == 0) {  // else what waits is held already
    before_ = before;
    held_.reset();
  }
  overdue_ = 0;
  level_.reset();
  shortfall_ = Duration{0};
  arrivals_.restart();
}

Feed::InputState Feed::fetch(TimePoint now) {
  const std::uint64_t periods = input_.periods();
  InputState state{.now = now, .arrival = input_.arrival(), .periods = periods};
  state.has_period = std::exchange(periods_, periods) != periods;
  if (state.has_period) state.lateness = arrivals_.lateness(state.arrival, input_.frames());
  drained_.clear();
  input_.drain(drained_);
  resampler_.process(drained_, waiting_);
  return state;
}

void Feed::step(Player& player, TimePoint now) {
  const std::size_t before = waiting_.size();
  const InputState state = fetch(now);
  if (has_lost_time(state) && is_playing_) interrupt(before);
  if (!is_playing_) return begin(player, state);
  if (!is_on_time(player, state)) return;
  player.set_rate(hold_.rate(now));
  correction_ppb_.set(hold_.correction_ppb());
  write(player, waiting_.size());
  observe(player, state);
  if (waiting_.size() > samples_in(latency_ + kTooMuch)) restart();
}

bool Feed::has_lost_time(const InputState& state) noexcept {
  const std::uint64_t xruns = input_.xruns();
  if (std::exchange(xruns_, xruns) != xruns) xrun_seen_ = state.now;
  return state.has_period && state.lateness > kLostTime && state.now < xrun_seen_ + kXrunIsNew;
}

/// By time, so that nothing of what has come is left out.
void Feed::begin(Player& player, const InputState& state) {
  if (before_ > 0) {
    const std::size_t waited = waiting_.size();
    write(player, before_);
    before_ -= waited - waiting_.size();
  }
  if (waiting_.size() > before_ && !held_) held_ = state.arrival;
  if (!held_ || state.now < *held_ + latency_) return;
  hold_.restart();
  player.set_rate(to_);
  write(player, waiting_.size());
  starved_ = player.starved();  // behind write: now there is something for a while
  before_ = 0;
  held_.reset();
  begun_.add();
  is_playing_ = true;
}

/// What comes while samples are overdue is held back until it is more than those: then JACK has caught up.
/// Where it does not, or has come later for a while, it has lost time: the stream begins anew with what is
/// held.
bool Feed::is_on_time(Player& player, const InputState& state) {
  const std::uint64_t starved = player.starved();
  overdue_ += starved - std::exchange(starved_, starved);
  if (overdue_ == 0) return true;
  if (!waiting_.empty() && !held_) held_ = state.arrival;
  if (shortfall_ <= kLostTime && waiting_.size() > overdue_) {
    discard(waiting_, static_cast<std::size_t>(overdue_));
    late_.add(std::exchange(overdue_, 0));
    held_.reset();
    return true;
  }
  if (shortfall_ > kLostTime || (held_ && state.now >= *held_ + latency_)) {
    interrupt(0);
    begin(player, state);
  }
  return false;
}

void Feed::write(Player& player, std::size_t most) {
  if (most > 0) discard(waiting_, player.write(std::span(waiting_).first(most)));
}

/// The level as it was when the period arrived: what has been played since counts. Of some periods the highest,
/// which is that of the most punctual.
void Feed::observe(Player& player, const InputState& state) {
  if (state.has_period && input_.periods() == state.periods) {
    const Duration here = Duration(1s) * static_cast<std::int64_t>(waiting_.size()) / to_.per_second;
    const Duration level = player.buffered() + here + (state.now - state.arrival);
    if (!level_ || level > *level_) {
      level_ = level;
      level_at_ = state.arrival;
    }
  }
  if (!level_ || state.now < observe_at_) return;
  hold_.observe(level_at_, *level_);
  shortfall_ = latency_ - *level_;
  level_.reset();
  observe_at_ = state.now + kObserveEvery;
}

}  // namespace idn::jack
