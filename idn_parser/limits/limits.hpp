// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn_parser/finding.hpp"
#include "idn_parser/limits/metric.hpp"

namespace idn::parser {

/// What a metric has to keep to.
struct Limit {
  Metric metric;
  std::optional<double> min{};
  std::optional<double> max{};
};

/// Reads the tables "[min]" and "[max]", whose keys are metrics. Throws cli::Failure with the place of what is
/// not understood.
/// @param metrics those that may be named
std::vector<Limit> read_limits(std::string_view text, const std::string& file, Metrics metrics);
std::vector<Limit> read_limits_file(const std::string& path, Metrics metrics);

/// One for each limit that a subject breaks, and for each that no value confirms.
Findings broken_limits(const std::vector<Limit>& limits, const std::vector<Subject>& subjects);

}  // namespace idn::parser
