// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>

#include "idn_parser/compare/comparison.hpp"

namespace idn::parser {
namespace {

using Value = std::optional<double>;

struct Getter {
  Metric metric;
  Value (*value)(const Comparison&);
};

template <analysis::Micros DelaySpread::* part>
Value variation(const Comparison& comparison) {
  if (!comparison.delay) return std::nullopt;
  return (comparison.delay->variation.*part).count();
}

template <analysis::Micros DelayFacts::* part>
Value delay(const Comparison& comparison) {
  if (!comparison.delay) return std::nullopt;
  return (*comparison.delay.*part).count();
}

template <double analysis::RateError::* part>
Value drift_bound(const Comparison& comparison) {
  if (!comparison.delay || !comparison.delay->drift) return std::nullopt;
  return *comparison.delay->drift.*part;
}

template <std::uint64_t Comparison::* part>
Value count(const Comparison& comparison) {
  return static_cast<double>(comparison.*part);
}

template <std::uint64_t Comparison::* part>
Value share(const Comparison& comparison) {
  return comparison.share_of_sent(comparison.*part);
}

constexpr std::array kGetters{
    Getter{{"sent", ""}, count<&Comparison::sent>},
    Getter{{"arrived", ""}, count<&Comparison::arrived>},
    Getter{{"lost", ""}, count<&Comparison::lost>},
    Getter{{"lost_share", ""}, share<&Comparison::lost>},
    Getter{{"loss_runs", ""}, count<&Comparison::loss_runs>},
    Getter{{"longest_loss_run", ""}, count<&Comparison::longest_loss_run>},
    Getter{{"duplicated", ""}, count<&Comparison::duplicates>},
    Getter{{"duplicated_share", ""}, share<&Comparison::duplicates>},
    Getter{{"reordered", ""}, count<&Comparison::reordered>},
    Getter{{"reordered_share", ""}, share<&Comparison::reordered>},
    Getter{{"farthest_reordered", ""}, count<&Comparison::farthest_reordered>},
    Getter{{"changed", ""}, count<&Comparison::changed>},
    Getter{{"unverified", ""}, count<&Comparison::unverified>},
    Getter{{"strays", ""}, count<&Comparison::strays>},
    Getter{{"clock_delay_min_us", "us"}, delay<&DelayFacts::min>},
    Getter{{"clock_delay_mean_us", "us"}, delay<&DelayFacts::mean>},
    Getter{{"clock_delay_max_us", "us"}, delay<&DelayFacts::max>},
    Getter{{"clock_drift_ppm", "ppm"},
           [](const Comparison& c) { return c.delay ? c.delay->drift_ppm : Value(); }},
    Getter{{"clock_drift_low_ppm", "ppm"}, drift_bound<&analysis::RateError::low_ppm>},
    Getter{{"clock_drift_high_ppm", "ppm"}, drift_bound<&analysis::RateError::high_ppm>},
    Getter{{"delay_variation_p50_us", "us"}, variation<&DelaySpread::p50>},
    Getter{{"delay_variation_p99_us", "us"}, variation<&DelaySpread::p99>},
    Getter{{"delay_variation_p99_9_us", "us"}, variation<&DelaySpread::p99_9>},
    Getter{{"delay_variation_max_us", "us"}, variation<&DelaySpread::max>},
    Getter{{"delay_deviation_us", "us"}, variation<&DelaySpread::deviation>},
};

constexpr auto kComparisonMetrics = [] {
  std::array<Metric, kGetters.size()> metrics{};
  for (std::size_t i = 0; i < metrics.size(); ++i) metrics[i] = kGetters[i].metric;
  return metrics;
}();

}  // namespace

Metrics comparison_metrics() {
  return kComparisonMetrics;
}

Subject subject_of(const Comparison& comparison) {
  Subject subject{to_string(comparison.sent_key), fmt::format("group {}", comparison.sent_key.client_group)};
  for (const Getter& getter : kGetters)
    if (const auto value = getter.value(comparison)) subject.values[getter.metric.name] = *value;
  return subject;
}

}  // namespace idn::parser
