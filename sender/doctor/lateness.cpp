// SPDX-License-Identifier: MIT
#include "sender/doctor/lateness.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "idn/statistics.hpp"

namespace idn::sender::doctor {
namespace {

using Percentile = std::function<std::optional<Duration>(const Lateness&)>;

/// With fewer datagrams p99.9 would be the largest one.
constexpr std::size_t kFewestForP999 = 1000;

/// Nothing if a round lacks the value.
std::optional<MedianInterval> gain(const Measured& measured, const Percentile& percentile) {
  std::vector<double> gains;
  for (std::size_t i = 0; i < measured.base.size(); ++i) {
    const auto before = percentile(measured.base[i]), after = percentile(measured.changed[i]);
    if (!before || !after) return std::nullopt;
    gains.push_back(in_micros(*before - *after));
  }
  return median_interval(std::move(gains));
}

Better better_by(const std::optional<MedianInterval>& gain) {
  if (!gain || !gain->excludes_zero()) return Better::Neither;
  return gain->low > 0 ? Better::Other : Better::Now;
}

Better both(Better one, Better other) {
  if (one == Better::Neither || one == other) return other;
  return other == Better::Neither ? one : Better::Depends;
}

Duration median_of(const std::vector<Lateness>& rounds, Duration Lateness::* percentile) {
  std::vector<Duration> values;
  for (const Lateness& round : rounds) values.push_back(round.*percentile);
  return nearest_rank(values, 500);
}

}  // namespace

Lateness summarise_lateness(std::vector<Duration> late) {
  if (late.empty()) return {};
  Lateness summary{.datagrams = late.size()};
  summary.p50 = nearest_rank(late, 500);
  summary.p99 = nearest_rank(late, 990);
  if (late.size() >= kFewestForP999) summary.p999 = nearest_rank(late, 999);
  return summary;
}

std::vector<Trial> draw_round(std::size_t suspects, std::mt19937_64& random) {
  std::vector<std::size_t> order(suspects);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::shuffle(order, random);
  std::vector<Trial> trials;
  for (const std::size_t suspect : order) {
    const bool changed_first = (random() & 1) != 0;
    trials.push_back({suspect, changed_first});
    trials.push_back({suspect, !changed_first});
  }
  return trials;
}

Judgement judge(const Measured& measured, bool by_median) {
  Judgement judgement;
  const auto p50 = gain(measured, [](const Lateness& late) { return std::optional(late.p50); });
  const auto p99 = gain(measured, [](const Lateness& late) { return std::optional(late.p99); });
  judgement.p50 = *p50;
  judgement.p99 = *p99;
  judgement.p999 = gain(measured, [](const Lateness& late) { return late.p999; });
  judgement.better = both(better_by(p99), better_by(judgement.p999));
  if (by_median) judgement.better = both(better_by(p50), judgement.better);
  return judgement;
}

Lateness typical(const std::vector<Lateness>& rounds) {
  if (rounds.empty()) return {};
  Lateness all{.p50 = median_of(rounds, &Lateness::p50), .p99 = median_of(rounds, &Lateness::p99)};
  std::vector<Duration> p999;
  for (const Lateness& round : rounds) {
    all.datagrams += round.datagrams;
    all.dropped += round.dropped;
    if (round.p999) p999.push_back(*round.p999);
  }
  if (!p999.empty()) all.p999 = nearest_rank(p999, 500);
  return all;
}

}  // namespace idn::sender::doctor
