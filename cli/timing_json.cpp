// SPDX-License-Identifier: MIT
#include "cli/timing_json.hpp"

#include <nlohmann/json.hpp>

namespace idn::cli {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace

Json offsets_json(const analysis::StreamSummary& summary) {
  if (!summary.offsets) return nullptr;
  const auto& offsets = *summary.offsets;
  const auto& excluded = summary.excluded;
  return {{"count", offsets.count},
          {"average_us", offsets.average.count()},
          {"min_us", offsets.min.count()},
          {"max_us", offsets.max.count()},
          {"left_out",
           {{"loss", excluded.loss},
            {"axis", excluded.axis},
            {"pause", excluded.pause},
            {"offload", excluded.offload}}}};
}

Json target_json(const analysis::StreamSummary& summary) {
  if (!summary.target) return nullptr;
  const auto& target = *summary.target;
  return {{"on_target_share", target.on_target_share},
          {"dark_datagrams", target.dark_datagrams},
          {"peak_period_jitter_us", target.peak_period_jitter.count()}};
}

Json clock_json(const analysis::StreamSummary& summary, const std::optional<analysis::RateError>& rate_error) {
  if (!summary.clock) return nullptr;
  const auto& clock = *summary.clock;
  return {{"rate_error_ppm", or_null(clock.rate_error_ppm)},
          {"rate_error_low_ppm", rate_error ? Json(rate_error->low_ppm) : Json(nullptr)},
          {"rate_error_high_ppm", rate_error ? Json(rate_error->high_ppm) : Json(nullptr)},
          {"long_term_jitter_us", clock.long_term_jitter.count()},
          {"long_term_jitter_without_drift_us", clock.long_term_jitter_without_drift.count()},
          {"smallest_buffer_packets", or_null(clock.smallest_buffer)},
          {"start_delay_us", clock.start_delay.count()}};
}

}  // namespace idn::cli
