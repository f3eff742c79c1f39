// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn_parser/report/report.hpp"

/// Several runs of a test as one result, as publications show them.
namespace idn::parser {

/// A capture and what it is called.
struct MeasuredRun {
  std::string file;
  Report report;
};

/// A stream of one run.
struct RunOfStream {
  std::string file;
  StreamFacts facts;
  std::uint64_t lost = 0;  ///< of its connection
};

/// A stream that all runs have, by client group, channel and order.
struct MergedStream {
  std::string key;  ///< "group 0, channel 0"
  std::vector<RunOfStream> runs;
  /// Counts, offsets and times added up; jitter, start delay and smallest buffer are the largest of all runs,
  /// since each run begins anew; drift is not told. What happened is counted; what happened first is told by
  /// the runs. Nothing is expected of frames where the periods of the runs differ by more than a bucket.
  StreamFacts all;
  std::uint64_t lost = 0;

  /// What one offset counts in 60 s.
  double per_minute() const noexcept { return analysis::normalised(1, all.summary.measured); }
};

/// Runs of one test.
struct RunGroup {
  std::string title;
  std::vector<MergedStream> streams;
  Findings findings;
};

RunGroup merge(const std::string& title, const std::vector<MeasuredRun>& runs);

std::string to_text(const std::vector<RunGroup>& groups);
std::string to_json(const std::vector<RunGroup>& groups);
std::string to_html(const std::vector<RunGroup>& groups, const std::string& title);

}  // namespace idn::parser
