// SPDX-License-Identifier: MIT
#include "idn/analysis/deviation_recorder.hpp"

#include <algorithm>

#include "idn/analysis/nearest_rank.hpp"

namespace idn::analysis {

std::optional<DeviationPercentiles> DeviationRecorder::percentiles() const {
  if (deviations_.empty()) return std::nullopt;
  std::vector<Duration> values(deviations_.size());
  std::ranges::transform(deviations_, values.begin(), [](Duration each) { return std::chrono::abs(each); });
  return DeviationPercentiles{
      .p50 = nearest_rank(values, 500), .p99 = nearest_rank(values, 990), .p99_9 = nearest_rank(values, 999)};
}

}  // namespace idn::analysis
