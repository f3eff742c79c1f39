// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "idn/analysis/micros.hpp"

namespace idn::analysis {

/// Percentiles of the absolute deviation of offsets from the expected ones, by the nearest-rank method: each is
/// a deviation that occurred. Nothing where the deviations do not suffice (suffices_for_percentile()).
struct DeviationPercentiles {
  std::optional<Micros> p50{};    ///< median of abs(deviation)
  std::optional<Micros> p99{};    ///< 99 % are at most this
  std::optional<Micros> p99_9{};  ///< 99.9 % are at most this
};

/// Keeps every deviation, 8 octets each, for the exact percentiles that a histogram cannot give. For files and
/// benchmarks; a receiver that runs for ever uses StreamMetrics alone.
/// Threads: one owner. Real-time: no (heap).
class DeviationRecorder {
 public:
  /// Adds a deviation; may allocate.
  void add(Duration deviation) { deviations_.push_back(deviation); }

  /// In the order of add().
  const std::vector<Duration>& deviations() const noexcept { return deviations_; }

  /// Nothing without deviations. Works on a copy, so it needs as much memory again.
  std::optional<DeviationPercentiles> percentiles() const;

 private:
  std::vector<Duration> deviations_;
};

}  // namespace idn::analysis
