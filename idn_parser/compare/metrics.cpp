// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "idn/analysis/metric_table.hpp"
#include "idn_parser/compare/comparison.hpp"

namespace idn::parser {
namespace {

template <auto... path>
constexpr auto comparison_number = number_at<Comparison, path...>;

template <auto end>
constexpr auto drift_number =
    comparison_number<&Comparison::delay, &DelayFacts::drift, &analysis::RateError::interval, end>;
template <auto part>
constexpr auto variation_number = comparison_number<&Comparison::delay, &DelayFacts::variation, part>;

template <std::uint64_t Comparison::* part>
std::optional<double> share(const Comparison& comparison) {
  return comparison.share_of_sent(comparison.*part);
}

constexpr MetricOf<Comparison> kComparisonMetrics[] = {
    {"sent", comparison_number<&Comparison::sent>},
    {"arrived", comparison_number<&Comparison::arrived>},
    {"lost", comparison_number<&Comparison::lost>},
    {"lost_share", share<&Comparison::lost>},
    {"loss_runs", comparison_number<&Comparison::loss_runs>},
    {"longest_loss_run", comparison_number<&Comparison::longest_loss_run>},
    {"duplicated", comparison_number<&Comparison::duplicates>},
    {"duplicated_share", share<&Comparison::duplicates>},
    {"reordered", comparison_number<&Comparison::reordered>},
    {"reordered_share", share<&Comparison::reordered>},
    {"farthest_reordered", comparison_number<&Comparison::farthest_reordered>},
    {"changed", comparison_number<&Comparison::changed>},
    {"unverified", comparison_number<&Comparison::unverified>},
    {"remarked", comparison_number<&Comparison::remarked>},
    {"strays", comparison_number<&Comparison::strays>},
    {"clock_delay_min_us", comparison_number<&Comparison::delay, &DelayFacts::min>, false},
    {"clock_delay_mean_us", comparison_number<&Comparison::delay, &DelayFacts::mean>, false},
    {"clock_delay_max_us", comparison_number<&Comparison::delay, &DelayFacts::max>, false},
    {"clock_drift_ppm", comparison_number<&Comparison::delay, &DelayFacts::drift_ppm>, false},
    {"clock_drift_low_ppm", drift_number<&analysis::RateError::Interval::low_ppm>, false},
    {"clock_drift_high_ppm", drift_number<&analysis::RateError::Interval::high_ppm>, false},
    {"delay_variation_p50_us", variation_number<&DelaySpread::p50>, false},
    {"delay_variation_p99_us", variation_number<&DelaySpread::p99>, false},
    {"delay_variation_p99_9_us", variation_number<&DelaySpread::p99_9>, false},
    {"delay_variation_max_us", variation_number<&DelaySpread::max>, false},
    {"delay_deviation_us", variation_number<&DelaySpread::deviation>, false},
};

}  // namespace

std::span<const MetricOf<Comparison>> comparison_table() {
  return kComparisonMetrics;
}

Metrics comparison_metrics() {
  return names_of(kComparisonMetrics);
}

Subject subject_of(const Comparison& comparison) {
  Subject subject{to_string(comparison.sent_key), fmt::format("group {}", comparison.sent_key.client_group)};
  add_values(kComparisonMetrics, comparison, subject);
  return subject;
}

}  // namespace idn::parser
