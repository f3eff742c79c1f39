// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn_parser/finding.hpp"
#include "idn_parser/limits/metric.hpp"

namespace idn::parser {

/// Lower and upper bound of a metric, of which one is set.
struct MetricLimit {
  std::string_view metric;
  std::optional<double> min{};
  std::optional<double> max{};
};

/// Reads the TOML tables "[min]" and "[max]", whose keys are metrics. Throws cli::Failure with the position of
/// the error.
/// @param metrics the metrics that may be used as keys
std::vector<MetricLimit> read_limits(std::string_view text, const std::string& file, const Metrics& metrics);
std::vector<MetricLimit> read_limits_file(const std::string& path, const Metrics& metrics);

/// One finding per subject and limit that is exceeded, or whose metric has no value there.
Findings broken_limits(const std::vector<MetricLimit>& limits, const std::vector<Subject>& subjects);

}  // namespace idn::parser
