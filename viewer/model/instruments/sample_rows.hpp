// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "viewer/model/picture/tracer.hpp"

namespace idn::viewer {

/// A sample of a time line, by its index there.
struct SampleIndex {
  std::size_t chunk = 0;
  std::size_t sample = 0;

  friend constexpr bool operator==(SampleIndex, SampleIndex) = default;
};

struct SampleRow {
  SampleIndex index;
  TimePoint time;
  LaserSample sample;  ///< as it was received
  bool starts_datagram = false;
};

/// The sample that is shown at `at`, or the last one before.
std::optional<SampleIndex> sample_at(const Timeline& timeline, TimePoint at);

/// Of the samples within [from, to] the one nearest to a place in the picture, the latest one of several.
std::optional<SampleIndex> nearest_sample(const Timeline& timeline, TimePoint from, TimePoint to,
                                          Position place, const SampleTransform& transform);

/// `before` samples ahead of `middle`, itself, and `after` behind it, as far as there are any.
std::vector<SampleRow> rows_around(const Timeline& timeline, SampleIndex middle, std::size_t before,
                                   std::size_t after);

}  // namespace idn::viewer
