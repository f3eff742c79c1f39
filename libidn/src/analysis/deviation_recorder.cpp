// SPDX-License-Identifier: MIT
#include "idn/analysis/metric_table.hpp"

#include <algorithm>

#include "idn/statistics.hpp"

namespace idn::analysis {

std::optional<DeviationPercentiles> DeviationRecorder::percentiles() const {
  if (deviations_.empty()) return std::nullopt;
  std::vector<Micros> values(deviations_.size());
  std::ranges::transform(deviations_, values.begin(), [](Duration each) { return std::chrono::abs(each); });
  return DeviationPercentiles{
      .p50 = percentile(values, 500), .p99 = percentile(values, 990), .p99_9 = percentile(values, 999)};
}

}  // namespace idn::analysis
