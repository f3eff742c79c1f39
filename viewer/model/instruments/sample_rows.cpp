// SPDX-License-Identifier: MIT
#include "viewer/model/instruments/sample_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace idn::viewer {
namespace {

bool step_back(const Timeline& timeline, SampleIndex& index) {
  if (index.sample > 0) return --index.sample, true;
  if (index.chunk == 0) return false;
  --index.chunk;
  index.sample = timeline.chunks()[index.chunk].count - 1;
  return true;
}

bool step_on(const Timeline& timeline, SampleIndex& index) {
  if (++index.sample < timeline.chunks()[index.chunk].count) return true;
  index = {index.chunk + 1, 0};
  return index.chunk < timeline.chunks().size();
}

SampleRow row_of(const Timeline& timeline, SampleIndex index) {
  const Chunk& chunk = timeline.chunks()[index.chunk];
  const auto& starts = chunk.data->datagram_starts;
  return {index, chunk.time_of(index.sample), chunk.samples()[index.sample],
          std::ranges::binary_search(starts, static_cast<std::uint32_t>(chunk.first + index.sample))};
}

}  // namespace

std::optional<SampleIndex> sample_at(const Timeline& timeline, TimePoint at) {
  if (timeline.empty() || at < timeline.begin()) return std::nullopt;
  std::size_t chunk = timeline.chunk_at(at);
  // In a gap, or after the end: the chunk before.
  if (chunk == timeline.chunks().size() || at < timeline.chunks()[chunk].begin) --chunk;
  return SampleIndex{chunk, timeline.chunks()[chunk].index_at(at)};
}

std::optional<SampleIndex> nearest_sample(const Timeline& timeline, TimePoint from, TimePoint to,
                                          Position place, const SampleTransform& transform) {
  const auto& chunks = timeline.chunks();
  std::optional<SampleIndex> nearest;
  double least = std::numeric_limits<double>::max();
  for (std::size_t c = timeline.chunk_at(from); c < chunks.size() && chunks[c].begin <= to; ++c) {
    const std::size_t first = chunks[c].index_at(from), last = chunks[c].index_at(to);
    for (std::size_t s = first; s <= last; ++s) {
      const Position at = position_of(transform(chunks[c].samples()[s]));
      const double distance = std::hypot(at.x - place.x, at.y - place.y);
      if (distance > least) continue;
      least = distance;
      nearest = {c, s};
    }
  }
  return nearest;
}

std::vector<SampleRow> rows_around(const Timeline& timeline, SampleIndex middle, std::size_t before,
                                   std::size_t after) {
  SampleIndex first = middle;
  std::size_t ahead = 0;
  while (ahead < before && step_back(timeline, first)) ++ahead;
  std::vector<SampleRow> rows;
  SampleIndex index = first;
  do {
    rows.push_back(row_of(timeline, index));
  } while (rows.size() < ahead + 1 + after && step_on(timeline, index));
  return rows;
}

}  // namespace idn::viewer
