// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "idn/analysis/units.hpp"

namespace idn::analysis {

/// How far offsets lie from the expected one. A percentile is the smallest value that at least that share of
/// all offsets does not exceed (nearest rank), thus always a deviation that occurred.
struct DeviationPercentiles {
  Micros p50{};
  Micros p99{};
  Micros p99_9{};
};

/// Keeps every offset, 8 octets each, for the exact percentiles that a histogram cannot give. For files and
/// benchmarks; a receiver that runs for ever uses StreamMetrics alone.
class OffsetRecorder {
 public:
  void add(Duration offset) { offsets_.push_back(offset); }

  const std::vector<Duration>& offsets() const noexcept { return offsets_; }

  /// Of abs(offset - expected). Nothing without offsets. Needs as much memory again for its work.
  std::optional<DeviationPercentiles> deviations(Micros expected) const;

 private:
  std::vector<Duration> offsets_;
};

}  // namespace idn::analysis
