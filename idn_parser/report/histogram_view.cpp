// SPDX-License-Identifier: MIT
#include "idn_parser/report/histogram_view.hpp"

#include <algorithm>
#include <cmath>

namespace idn::parser {
namespace {

using Edge = HistogramView::Edge;

Edge limit_for(Micros expected) {
  const auto twice = std::chrono::ceil<std::chrono::milliseconds>(2 * expected);
  return std::clamp<Edge>(twice, HistogramView::kUsualLimit, HistogramView::kWidestLimit);
}

std::optional<Edge> bucket_of(Micros expected) {
  if (expected <= Micros::zero()) return std::nullopt;
  return analysis::OffsetHistogram::bucket_of(std::chrono::floor<Duration>(expected));
}

}  // namespace

HistogramView::HistogramView(const StreamFacts& stream)
    : limit_(limit_for(stream.summary.expected)),
      expected_bucket_(bucket_of(stream.summary.expected)),
      target_(analysis::target_window(stream.summary.expected)),
      beyond_limit_(stream.histogram.count_from(limit_)) {
  for (const auto& [edge, count] : stream.histogram.buckets()) {
    if (edge < Edge::zero()) below_zero_ += count;
    if (shows(edge)) highest_count_ = std::max(highest_count_, count);
  }
}

bool HistogramView::is_on_target(Edge lower_edge) const noexcept {
  return expected_bucket_ && (lower_edge == target_.lower || lower_edge == target_.upper);
}

int decades_for(std::uint64_t highest) noexcept {
  return std::max(1, static_cast<int>(std::ceil(std::log10(static_cast<double>(highest)))));
}

}  // namespace idn::parser
