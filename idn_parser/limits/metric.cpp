// SPDX-License-Identifier: MIT
#include "idn_parser/limits/metric.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace idn::parser {

const Metric* find_metric(Metrics metrics, std::string_view name) {
  const auto found = std::ranges::find(metrics, name, &Metric::name);
  return found == metrics.end() ? nullptr : &*found;
}

std::string names_of(Metrics metrics) {
  std::vector<std::string_view> names;
  for (const Metric& metric : metrics) names.push_back(metric.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace idn::parser
