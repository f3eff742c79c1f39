// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// A number of a report that limits and comparisons can refer to.
namespace idn::parser {

struct Metric {
  std::string_view name;  ///< the key in limits, with its unit
  std::string_view unit;  ///< for people; empty for counts
};
using Metrics = std::span<const Metric>;

/// What metrics describe: a stream of a report, or a pair of streams of a comparison.
struct Subject {
  std::string name;  ///< "10.0.0.1:50070 to 10.0.0.2:7255, group 0, channel 0"
  std::string key;   ///< identifies the same stream in another capture: "group 0, channel 0"
  std::map<std::string_view, double> values{};  ///< by name of the metric; without metrics that have no value

  std::optional<double> value(const Metric& metric) const {
    const auto found = values.find(metric.name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }
};

/// Null if no metric has this name.
const Metric* find_metric(Metrics metrics, std::string_view name);

/// "on_target_share, lost_share, ..."
std::string names_of(Metrics metrics);

}  // namespace idn::parser
