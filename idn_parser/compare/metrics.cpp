// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>

#include "idn_parser/compare/comparison.hpp"

namespace idn::parser {
namespace {

using Value = std::optional<double>;

struct MetricGetter {
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

constexpr std::array kMetricGetters{
    MetricGetter{{"sent", ""}, count<&Comparison::sent>},
    MetricGetter{{"arrived", ""}, count<&Comparison::arrived>},
    MetricGetter{{"lost", ""}, count<&Comparison::lost>},
    MetricGetter{{"lost_share", ""}, share<&Comparison::lost>},
    MetricGetter{{"loss_runs", ""}, count<&Comparison::loss_runs>},
    MetricGetter{{"longest_loss_run", ""}, count<&Comparison::longest_loss_run>},
    MetricGetter{{"duplicated", ""}, count<&Comparison::duplicates>},
    MetricGetter{{"duplicated_share", ""}, share<&Comparison::duplicates>},
    MetricGetter{{"reordered", ""}, count<&Comparison::reordered>},
    MetricGetter{{"reordered_share", ""}, share<&Comparison::reordered>},
    MetricGetter{{"farthest_reordered", ""}, count<&Comparison::farthest_reordered>},
    MetricGetter{{"changed", ""}, count<&Comparison::changed>},
    MetricGetter{{"unverified", ""}, count<&Comparison::unverified>},
    MetricGetter{{"strays", ""}, count<&Comparison::strays>},
    MetricGetter{{"clock_delay_min_us", "us"}, delay<&DelayFacts::min>},
    MetricGetter{{"clock_delay_mean_us", "us"}, delay<&DelayFacts::mean>},
    MetricGetter{{"clock_delay_max_us", "us"}, delay<&DelayFacts::max>},
    MetricGetter{{"clock_drift_ppm", "ppm"},
                 [](const Comparison& c) { return c.delay ? c.delay->drift_ppm : Value(); }},
    MetricGetter{{"clock_drift_low_ppm", "ppm"}, drift_bound<&analysis::RateError::low_ppm>},
    MetricGetter{{"clock_drift_high_ppm", "ppm"}, drift_bound<&analysis::RateError::high_ppm>},
    MetricGetter{{"delay_variation_p50_us", "us"}, variation<&DelaySpread::p50>},
    MetricGetter{{"delay_variation_p99_us", "us"}, variation<&DelaySpread::p99>},
    MetricGetter{{"delay_variation_p99_9_us", "us"}, variation<&DelaySpread::p99_9>},
    MetricGetter{{"delay_variation_max_us", "us"}, variation<&DelaySpread::max>},
    MetricGetter{{"delay_deviation_us", "us"}, variation<&DelaySpread::deviation>},
};

constexpr auto kComparisonMetrics = [] {
  std::array<Metric, kMetricGetters.size()> metrics{};
  for (std::size_t i = 0; i < metrics.size(); ++i) metrics[i] = kMetricGetters[i].metric;
  return metrics;
}();

}  // namespace

Metrics comparison_metrics() {
  return kComparisonMetrics;
}

Subject subject_of(const Comparison& comparison) {
  Subject subject{to_string(comparison.sent_key), fmt::format("group {}", comparison.sent_key.client_group)};
  for (const MetricGetter& getter : kMetricGetters)
    if (const auto value = getter.value(comparison)) subject.values[getter.metric.name] = *value;
  return subject;
}

}  // namespace idn::parser
