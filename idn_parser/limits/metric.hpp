// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Numbers of a report that limits and comparisons can refer to.
namespace idn::parser {

/// A row of a table of numbers about `Of`. Those of streams are in analysis::metric_table().
template <class Of>
struct MetricOf {
  std::string_view name;                     ///< the key in JSON and in limits, with its unit
  std::optional<double> (*read)(const Of&);  ///< nothing if it cannot be determined
  bool is_whole = true;                      ///< in JSON, where its value is
  bool has_limit = true;
};

/// Names of metrics that have limits.
using Metrics = std::vector<std::string_view>;

template <class... Tables>
Metrics names_of(const Tables&... tables) {
  Metrics names;
  const auto add = [&](const auto& table) {
    for (const auto& row : table)
      if (row.has_limit) names.push_back(row.name);
  };
  (add(tables), ...);
  return names;
}

/// Whether a limit of this metric is one for a stream: for those of DMX512 the metrics of DMX512 and of
/// connections, which always have a value.
constexpr bool concerns(std::string_view metric, bool is_dmx, bool has_value) {
  return metric.starts_with("dmx_") ? is_dmx : !is_dmx || has_value;
}

/// What metrics describe: a stream of a report, or a pair of streams of a comparison.
struct Subject {
  std::string name;  ///< "10.0.0.1:50070 to 10.0.0.2:7255, group 0, channel 0"
  std::string key;   ///< identifies the same stream in another capture: "group 0, channel 0"
  std::map<std::string_view, double> values{};  ///< by name of the metric; without metrics that have no value
  bool is_dmx = false;                          ///< a stream of DMX512: no metric of samples concerns it

  std::optional<double> value(std::string_view metric) const {
    const auto found = values.find(metric);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }
  bool is_concerned_by(std::string_view metric) const {
    return concerns(metric, is_dmx, values.contains(metric));
  }
};

template <class Table, class Of>
void add_values(const Table& table, const Of& of, Subject& subject) {
  for (const auto& row : table)
    if (const auto value = row.read(of); value && row.has_limit) subject.values[row.name] = *value;
}

}  // namespace idn::parser
