// SPDX-License-Identifier: MIT
#include "plugins/jack/feed.hpp"

#include <algorithm>
#include <utility>

namespace idn::jack {
namespace {

using namespace std::chrono_literals;

/// A period that is later than this, shortly after an xrun, was delayed by the xrun and not by a late wake-up.
constexpr Duration kLostTimeThreshold = 4ms;
/// How long after an xrun a late period is attributed to it.
constexpr Duration kXrunWindow = 100ms;
constexpr Duration kObservationPeriod = 250ms;
/// If more than the latency plus this waits, the sink does not play.
constexpr Duration kMostExcess = 500ms;

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

/// Ends the timeline of the stream. @param before how many of the waiting samples are from before that, and
/// still played without delay unless all are held back
void Feed::interrupt(std::size_t before) noexcept {
  is_playing_ = false;
  if (overdue_ == 0) {  // else what waits is held already
    before_interruption_ = before;
    held_since_.reset();
  }
  overdue_ = 0;
  level_.reset();
  shortfall_ = Duration{0};
  lateness_filter_.restart();
}

Feed::InputState Feed::fetch(TimePoint now) {
  const std::uint64_t periods = input_.periods();
  InputState state{.now = now, .arrival = input_.arrival(), .periods = periods};
  state.has_period = std::exchange(periods_, periods) != periods;
  if (state.has_period) state.lateness = lateness_filter_.lateness(state.arrival, input_.frames());
  drained_.clear();
  input_.drain(drained_);
  resampler_.process(drained_, waiting_);
  return state;
}

void Feed::step(JackSink& sink, TimePoint now) {
  const std::size_t before = waiting_.size();
  const InputState state = fetch(now);
  if (has_lost_time(state) && is_playing_) interrupt(before);
  if (!is_playing_) return start(sink, state);
  if (!is_on_time(sink, state)) return;
  sink.set_rate(level_controller_.rate(now));
  correction_ppb_.set(level_controller_.correction_ppb());
  write(sink, waiting_.size());
  observe(sink, state);
  if (waiting_.size() > samples_in(latency_ + kMostExcess)) restart();
}

bool Feed::has_lost_time(const InputState& state) noexcept {
  const std::uint64_t xruns = input_.xruns();
  if (std::exchange(xruns_, xruns) != xruns) last_xrun_ = state.now;
  return state.has_period && state.lateness > kLostTimeThreshold && state.now < last_xrun_ + kXrunWindow;
}

/// Begins the stream one latency after the arrival of the first samples held back, so that none is discarded.
/// Samples from before an interruption are written at once.
void Feed::start(JackSink& sink, const InputState& state) {
  if (before_interruption_ > 0) {
    const std::size_t waited = waiting_.size();
    write(sink, before_interruption_);
    before_interruption_ -= waited - waiting_.size();
  }
  if (waiting_.size() > before_interruption_ && !held_since_) held_since_ = state.arrival;
  if (!held_since_ || state.now < *held_since_ + latency_) return;
  level_controller_.restart();
  sink.set_rate(to_);
  write(sink, waiting_.size());
  starved_ = sink.starved();  // after write(): now the queue is not empty for a while
  before_interruption_ = 0;
  held_since_.reset();
  starts_.add();
  is_playing_ = true;
}

/// While samples are overdue, those that arrive are held back. Once they are more than the overdue ones, JACK
/// has caught up, and the overdue ones are discarded. If that takes longer than the latency, or if periods have
/// been arriving later than at first for a while, JACK has lost time: the stream begins anew with the samples
/// held back.
bool Feed::is_on_time(JackSink& sink, const InputState& state) {
  const std::uint64_t starved = sink.starved();
  overdue_ += starved - std::exchange(starved_, starved);
  if (overdue_ == 0) return true;
  if (!waiting_.empty() && !held_since_) held_since_ = state.arrival;
  if (shortfall_ <= kLostTimeThreshold && waiting_.size() > overdue_) {
    discard(waiting_, static_cast<std::size_t>(overdue_));
    late_.add(std::exchange(overdue_, 0));
    held_since_.reset();
    return true;
  }
  if (shortfall_ > kLostTimeThreshold || (held_since_ && state.now >= *held_since_ + latency_)) {
    interrupt(0);
    start(sink, state);
  }
  return false;
}

void Feed::write(JackSink& sink, std::size_t most) {
  if (most > 0) discard(waiting_, sink.write(std::span(waiting_).first(most)));
}

/// Computes the buffer level at the arrival of the last period, by adding what was played since. Of the periods
/// between two observations the highest level counts, that of the most punctual one.
void Feed::observe(JackSink& sink, const InputState& state) {
  if (state.has_period && input_.periods() == state.periods) {
    const Duration here = Duration(1s) * static_cast<std::int64_t>(waiting_.size()) / to_.per_second;
    const Duration level = sink.buffered() + here + (state.now - state.arrival);
    if (!level_ || level > *level_) {
      level_ = level;
      level_time_ = state.arrival;
    }
  }
  if (!level_ || state.now < next_observation_) return;
  level_controller_.observe(level_time_, *level_);
  shortfall_ = latency_ - *level_;
  level_.reset();
  next_observation_ = state.now + kObservationPeriod;
}

}  // namespace idn::jack
