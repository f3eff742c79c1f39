// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "viewer/model/picture/tracer.hpp"

namespace idn::viewer {

/// Identifies a sample of a time line by its indices.
struct SampleIndex {
  std::size_t chunk = 0;
  std::size_t sample = 0;

  friend constexpr bool operator==(SampleIndex, SampleIndex) = default;
};

struct SampleRow {
  SampleIndex index;
  TimePoint time;
  LaserSample sample;  ///< as received, without orientation
  bool starts_datagram = false;
};

/// The sample that is shown at `at`, or the last one before.
std::optional<SampleIndex> sample_at(const Timeline& timeline, TimePoint at);

/// The sample within [from, to] that is nearest to a place in the picture; the latest one if several are.
std::optional<SampleIndex> nearest_sample(const Timeline& timeline, TimePoint from, TimePoint to,
                                          Position place, const SampleTransform& transform);

/// Up to `before` samples before `middle`, `middle` itself, and up to `after` samples after it.
std::vector<SampleRow> rows_around(const Timeline& timeline, SampleIndex middle, std::size_t before,
                                   std::size_t after);

}  // namespace idn::viewer
