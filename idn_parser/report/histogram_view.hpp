// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// The part of a histogram that a figure shows: from 0 to 17 000 us as published figures do, or to twice the
/// expected offset where that is more (frames of 25 per second), at most 100 000 us.
class HistogramView {
 public:
  using Edge = analysis::OffsetHistogram::Edge;
  static constexpr Edge kUsualLimit{17'000};
  static constexpr Edge kWidestLimit{100'000};

  explicit HistogramView(const StreamFacts& stream);

  Edge limit() const noexcept { return limit_; }
  /// The bucket that holds the expected offset; nothing where datagrams carry no display time.
  std::optional<Edge> expected_bucket() const noexcept { return expected_bucket_; }
  bool is_on_target(Edge lower_edge) const noexcept;
  bool shows(Edge lower_edge) const noexcept { return lower_edge >= Edge::zero() && lower_edge < limit_; }

  /// Datagrams that came before the one before them.
  std::uint64_t below_zero() const noexcept { return below_zero_; }
  std::uint64_t beyond_limit() const noexcept { return beyond_limit_; }
  /// Of the shown buckets; at least 1, for the sake of scales.
  std::uint64_t highest_count() const noexcept { return highest_count_; }

 private:
  Edge limit_;
  std::optional<Edge> expected_bucket_;
  analysis::TargetWindow target_;
  std::uint64_t below_zero_ = 0;
  std::uint64_t beyond_limit_ = 0;
  std::uint64_t highest_count_ = 1;
};

/// Decades that a log scale needs to show counts from 1 to `highest`, at least one.
int decades_for(std::uint64_t highest) noexcept;

}  // namespace idn::parser
