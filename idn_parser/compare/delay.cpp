// SPDX-License-Identifier: MIT
#include "idn_parser/compare/delay.hpp"

#include <algorithm>
#include <cmath>

#include "idn/analysis/rate_error.hpp"
#include "idn/statistics.hpp"

namespace idn::parser {
namespace {

struct Delayed {
  Duration sent{};  ///< time of sending, since the first arrived datagram was sent
  Micros delay{};   ///< minus the delay of the first arrived datagram
};

std::vector<Delayed> delays_of(std::span<const Match> matches, const Fingerprints& sent,
                               const Fingerprints& received) {
  const auto delay = [&](const Match& match) { return received[match.received].time - sent[match.sent].time; };
  const Duration first_sent = sent[matches.front().sent].time, first_delay = delay(matches.front());
  std::vector<Delayed> delays;
  delays.reserve(matches.size());
  for (const Match& match : matches)
    delays.push_back({sent[match.sent].time - first_sent, Micros(delay(match) - first_delay)});
  return delays;
}

/// The drift of the second clock against the first: slope of the delay over the time of sending.
analysis::RateErrorEstimator drift_of(const std::vector<Delayed>& delays) {
  analysis::RateErrorEstimator drift;
  for (const auto& [sent, delay] : delays) {
    // The estimator takes times of sending in whole microseconds; the delay keeps its nanoseconds.
    const auto at = std::chrono::floor<std::chrono::microseconds>(sent);
    drift.add(at + std::chrono::round<Duration>(delay), at);
  }
  return drift;
}

DelaySpread spread_of(std::vector<Micros> values) {
  const auto count = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const Micros value : values) sum += value.count();
  for (const Micros value : values) squares += std::pow(value.count() - sum / count, 2);
  return {.p50 = percentile(values, 500),
          .p99 = percentile(values, 990),
          .p99_9 = percentile(values, 999),
          .max = std::ranges::max(values),
          .mean = Micros(sum / count),
          .deviation = Micros(std::sqrt(squares / count))};
}

/// Subtracts the drift from the delays, then the smallest delay from all of them.
std::vector<Micros> variation_of(const std::vector<Delayed>& delays, double drift_ppm) {
  std::vector<Micros> variation;
  variation.reserve(delays.size());
  for (const auto& [sent, delay] : delays) variation.push_back(delay - Micros(drift_ppm * in_seconds(sent)));
  const Micros least = std::ranges::min(variation);
  for (Micros& value : variation) value -= least;
  return variation;
}

TimeSeries over_time(std::span<const Match> matches, const Fingerprints& sent,
                     const std::vector<Micros>& variation) {
  TimeSeries series;
  for (std::size_t i = 0; i < matches.size(); ++i)
    series.add(sent[matches[i].sent].time, std::chrono::round<Duration>(variation[i]));
  return series;
}

void find_clock_delays(const std::vector<Delayed>& delays, Duration first, DelayFacts& facts) {
  const auto [least, most] = std::ranges::minmax(delays, {}, &Delayed::delay);
  double sum = 0;
  for (const auto& [sent, delay] : delays) sum += delay.count();
  facts.min = Micros(first) + least.delay;
  facts.max = Micros(first) + most.delay;
  facts.mean = Micros(first) + Micros(sum / static_cast<double>(delays.size()));
}

}  // namespace

DelayFacts delay_of(std::span<const Match> matches, const Fingerprints& sent, const Fingerprints& received,
                    bool same_clock) {
  const auto delays = delays_of(matches, sent, received);
  const auto estimator = drift_of(delays);
  const Match& first = matches.front();
  DelayFacts facts{.drift_ppm = estimator.ppm(), .drift = estimator.result()};
  find_clock_delays(delays, received[first.received].time - sent[first.sent].time, facts);
  facts.same_clock = same_clock;
  facts.drift_removed = !same_clock && facts.drift && facts.drift->is_significant();
  const auto variation = variation_of(delays, facts.drift_removed ? facts.drift->ppm : 0);
  facts.variation = spread_of(variation);
  facts.over_time = over_time(matches, sent, variation);
  return facts;
}

}  // namespace idn::parser
