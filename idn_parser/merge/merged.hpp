// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn_parser/report/report.hpp"

/// Several runs of a test as one result, as publications show them.
namespace idn::parser {

/// The report of one capture.
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

/// A metric over the runs of a stream, each run counting once.
struct BetweenRuns {
  const analysis::Metric* metric = nullptr;
  double mean = 0;
  double spread = 0;  ///< standard deviation of the runs
  double margin = 0;  ///< 95 % interval of the mean is mean +- this, by Student's t
};

/// The same stream in several runs, matched by client group, channel and order.
struct MergedStream {
  std::string key;  ///< "group 0, channel 0"
  std::vector<RunOfStream> runs;
  /// All runs together. Counts, offsets and times are sums. Jitter, start delay and smallest buffer are maxima,
  /// since each run has a time line of its own; there is no common drift. Events are counted; the lists of the
  /// first ones are in the runs. Frames have no expected offset if the periods of the runs differ by more than
  /// 100 us.
  StreamFacts all;
  std::uint64_t lost = 0;  ///< of all runs
  /// On target, average offset, p99, J_p and rate error, those that every run has; empty for a single run.
  std::vector<BetweenRuns> between{};
  /// Scale from counts to counts per 60 s.
  double per_minute() const noexcept { return analysis::normalised(1, all.summary.measured); }
};

/// Runs of one test.
struct RunGroup {
  std::string title;
  std::vector<MergedStream> streams;
  Findings findings;
};

/// Runs that are one and the same capture, or whose streams are of another kind or rate, are findings.
RunGroup merge(const std::string& title, const std::vector<MeasuredRun>& runs);

std::string to_text(const std::vector<RunGroup>& groups);
std::string to_json(const std::vector<RunGroup>& groups);
std::string to_html(const std::vector<RunGroup>& groups, const std::string& title);

}  // namespace idn::parser
