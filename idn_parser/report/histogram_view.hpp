// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// The part of a histogram that a figure shows: from 0 to 17 000 us, as in published figures. If twice the
/// expected offset is more (as for 25 frames per second), up to that, at most 100 000 us.
class HistogramView {
 public:
  using Edge = analysis::OffsetHistogram::Edge;
  static constexpr Edge kUsualLimit{17'000};
  static constexpr Edge kWidestLimit{100'000};

  explicit HistogramView(const StreamFacts& stream);

  Edge limit() const noexcept { return limit_; }
  /// The bucket of the expected offset; empty if there is no expected offset.
  std::optional<Edge> expected_bucket() const noexcept { return expected_bucket_; }
  bool is_on_target(Edge lower_edge) const noexcept;
  bool shows(Edge lower_edge) const noexcept { return lower_edge >= Edge::zero() && lower_edge < limit_; }

  /// Negative offsets: datagrams stamped earlier than the one before them.
  std::uint64_t below_zero() const noexcept { return below_zero_; }
  std::uint64_t beyond_limit() const noexcept { return beyond_limit_; }
  /// The highest count of the shown buckets; at least 1, as log scales need.
  std::uint64_t highest_count() const noexcept { return highest_count_; }

 private:
  Edge limit_;
  std::optional<Edge> expected_bucket_;
  analysis::TargetWindow target_;
  std::uint64_t below_zero_ = 0;
  std::uint64_t beyond_limit_ = 0;
  std::uint64_t highest_count_ = 1;
};

/// Number of decades of a log scale from 1 to `highest`, at least one.
int decades_for(std::uint64_t highest) noexcept;

}  // namespace idn::parser
