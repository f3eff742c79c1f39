// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "idn_parser/finding.hpp"
#include "idn_parser/limits/metric.hpp"

/// Differences of two reports.
namespace idn::parser {

struct Change {
  std::string_view metric;
  std::optional<double> before{};  ///< empty if the report lacks the metric
  std::optional<double> after{};

  std::optional<double> amount() const {
    return before && after ? std::optional(*after - *before) : std::nullopt;
  }
};

struct StreamDiff {
  std::string key;              ///< "group 0, channel 0": identifies the stream in both reports
  std::string before;           ///< name of the stream in the first report
  std::string after;            ///< and in the second
  std::vector<Change> changes;  ///< of every metric that at least one report contains
  bool is_dmx = false;          ///< as Subject::is_dmx

  bool is_concerned_by(std::string_view metric) const {
    return concerns(metric, is_dmx, std::ranges::find(changes, metric, &Change::metric) != changes.end());
  }
};

struct ReportDiff {
  std::string before_file;
  std::string after_file;
  std::vector<StreamDiff> streams;
  Findings findings;
};

/// Matches streams by client group, channel and order; an unmatched stream is a finding.
ReportDiff diff_of(const std::vector<Subject>& before, const std::vector<Subject>& after);

/// The largest change of a metric, up or down.
struct ChangeLimit {
  std::string_view metric;
  double most = 0;           ///< in the unit of the metric
  bool is_relative = false;  ///< `most` is a share of the value before
};

/// "deviation_p99_us=5" or "deviation_p99_us=10%". Throws std::invalid_argument with what is wrong.
ChangeLimit parse_change_limit(std::string_view text, const Metrics& metrics);

/// The limits that are exceeded, or whose metric is missing.
Findings broken_limits(const std::vector<ChangeLimit>& limits, const ReportDiff& difference);

std::string to_text(const ReportDiff& difference);
std::string to_json(const ReportDiff& difference);

}  // namespace idn::parser
