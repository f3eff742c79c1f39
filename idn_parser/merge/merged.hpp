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
  /// Scale from counts to counts per 60 s.
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
