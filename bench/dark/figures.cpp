// SPDX-License-Identifier: MIT
#include "bench/dark/figures.hpp"

#include <algorithm>
#include <cmath>

namespace idn::bench {
namespace {

double in_ticks(Duration time, Duration tick) {
  return static_cast<double>(time.count()) / static_cast<double>(tick.count());
}

/// Percentiles of the time that `moment` returns, over the rounds that have it.
template <class Moment>
std::optional<Ticks> over(std::span<const DarkRound> rounds, Duration tick, Moment moment) {
  std::vector<double> values;
  for (const DarkRound& round : rounds)
    if (const std::optional<Duration> at = moment(round.seen))
      values.push_back(in_ticks(*at - round.called, tick));
  return ticks_of(std::move(values));
}

std::optional<Duration> time_out(const SeenLight& seen) {
  const auto end = std::ranges::find(seen.ends, stream::EndReason::LinkTimeout, &SeenEnd::reason);
  if (end == seen.ends.end()) return std::nullopt;
  return end->at;
}

bool is_notified(const SeenLight& seen) {
  return seen.first_dark() || std::ranges::any_of(seen.ends, [](const SeenEnd& end) {
           return end.reason != stream::EndReason::LinkTimeout;
         });
}

/// How long at least one core did not run between the call and the darkness; or, if longer, how long a call
/// that does not block took to return, since the calling thread did not run.
Duration stalled_in(const EndMethod& method, const DarkRound& round, const std::vector<Stall>& stalls,
                    Duration until) {
  const double share = stalled_share(stalls, round.called, until);
  const Duration of_core(std::llround(share * static_cast<double>((until - round.called).count())));
  if (!method.returns_at_once || !round.returned) return of_core;
  return std::max(of_core, *round.returned - round.called);
}

Json to_json(const std::optional<Ticks>& ticks) {
  if (!ticks) return nullptr;
  return {{"p50", ticks->p50}, {"p99", ticks->p99}, {"worst", ticks->worst}};
}

}  // namespace

std::optional<Ticks> ticks_of(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  const auto rank = [&](double share) {
    return values[static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size()))) - 1];
  };
  return Ticks{.p50 = rank(0.50), .p99 = rank(0.99), .worst = values.back()};
}

std::optional<double> darkness(const EndMethod& method, const DarkRound& round, Duration tick) {
  const auto at = method.notifies_receiver ? round.seen.first_dark() : round.seen.last_lit();
  if (!at) return std::nullopt;
  return in_ticks(*at - round.called, tick);
}

DarkFigures figures_of(const EndMethod& method, std::span<const DarkRound> rounds,
                       const std::vector<Stall>& stalls, Duration tick) {
  DarkFigures figures{.rounds = rounds.size(),
                      .last_lit = over(rounds, tick, [](const auto& seen) { return seen.last_lit(); }),
                      .first_dark = over(rounds, tick, [](const auto& seen) { return seen.first_dark(); }),
                      .last_shown = over(rounds, tick, [](const auto& seen) { return seen.last_shown(); }),
                      .time_out = over(rounds, tick, time_out)};
  for (const DarkRound& round : rounds) {
    figures.notified += is_notified(round.seen) ? 1 : 0;
    figures.timed_out += time_out(round.seen) ? 1 : 0;
    figures.unusable += round.seen.unstamped + round.seen.dropped;
    const auto dark = darkness(method, round, tick);
    if (dark && *dark <= kLateTicks) continue;
    ++figures.late;
    if (!dark) continue;
    const Duration took(std::llround(*dark * static_cast<double>(tick.count())));
    const Duration excess = took - Duration(std::llround(kLateTicks * static_cast<double>(tick.count())));
    figures.late_at_stall += stalled_in(method, round, stalls, round.called + took) >= excess ? 1 : 0;
  }
  return figures;
}

Json to_json(const DarkFigures& figures) {
  return {{"rounds", figures.rounds},
          {"last_lit_ticks", to_json(figures.last_lit)},
          {"first_dark_ticks", to_json(figures.first_dark)},
          {"last_shown_ticks", to_json(figures.last_shown)},
          {"told", figures.notified},
          {"timed_out", figures.timed_out},
          {"time_out_ticks", to_json(figures.time_out)},
          {"late", figures.late},
          {"late_at_stall", figures.late_at_stall},
          {"unusable_datagrams", figures.unusable}};
}

}  // namespace idn::bench
