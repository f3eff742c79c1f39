// SPDX-License-Identifier: MIT
#include "idn_parser/limits/limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "toml/toml_table.hpp"

namespace idn::parser {
namespace {

constexpr const char kRemedy[] =
    "write [min] and [max] with metrics as keys, for example on_target_share = 0.99";

/// The limit of this metric in [min], which is read before [max].
std::optional<double> least_of(std::string_view metric, const std::vector<MetricLimit>& limits) {
  std::optional<double> least;
  for (const MetricLimit& limit : limits)
    if (limit.metric == metric && limit.min) least = limit.min;
  return least;
}

/// The metrics of one table as limits.
void read_bounds(TomlTable& bounds, const Metrics& metrics, std::optional<double> MetricLimit::* bound,
                 std::vector<MetricLimit>& limits) {
  for (const auto metric : metrics)
    if (const auto value = bounds.real(metric)) {
      if (const auto least = least_of(metric, limits); least && *value < *least)
        bounds.fail(metric, fmt::format("is below its limit of {:.10g} in [min]; no value is both", *least));
      limits.push_back({metric});
      limits.back().*bound = value;
    }
}

void check(const MetricLimit& limit, const Subject& subject, Findings& broken) {
  using enum FindingKind;
  const auto add = [&](FindingKind kind, const std::string& what) {
    broken.push_back({kind, fmt::format("{}: {} {}", subject.name, limit.metric, what)});
  };
  const auto value = subject.value(limit.metric);
  if (!value) return add(LimitWithoutValue, "has a limit, but this capture cannot show it");
  if (limit.min && *value < *limit.min)
    add(BelowLimit, fmt::format("{:.10g} is below its limit of {:.10g}", *value, *limit.min));
  if (limit.max && *value > *limit.max)
    add(AboveLimit, fmt::format("{:.10g} is above its limit of {:.10g}", *value, *limit.max));
}

}  // namespace

std::vector<MetricLimit> read_limits(std::string_view text, const std::string& file,
                                     const Metrics& metrics) try {
  std::vector<MetricLimit> limits;
  TomlTable::read_root(text, file, [&](TomlTable& table) {
    table.in_table("min", [&](TomlTable& bounds) { read_bounds(bounds, metrics, &MetricLimit::min, limits); });
    table.in_table("max", [&](TomlTable& bounds) { read_bounds(bounds, metrics, &MetricLimit::max, limits); });
  });
  if (limits.empty()) throw cli::Failure(cli::kUsage, fmt::format("{}: there is no limit; {}", file, kRemedy));
  return limits;
} catch (const BadToml& bad) {
  throw cli::Failure(cli::kUsage, bad.text);
}

std::vector<MetricLimit> read_limits_file(const std::string& path, const Metrics& metrics) {
  return read_limits(cli::read_whole_file(path, "give a readable TOML file with --limits"), path, metrics);
}

Findings broken_limits(const std::vector<MetricLimit>& limits, const std::vector<Subject>& subjects) {
  Findings broken;
  for (const Subject& subject : subjects)
    for (const MetricLimit& limit : limits)
      if (subject.is_concerned_by(limit.metric)) check(limit, subject, broken);
  for (const MetricLimit& limit : limits)
    if (!subjects.empty() && std::ranges::none_of(subjects, [&](const Subject& subject) {
          return subject.is_concerned_by(limit.metric);
        }))
      broken.push_back({FindingKind::LimitWithoutValue,
                        fmt::format("{} has a limit, but no stream of this capture has it", limit.metric)});
  return broken;
}

}  // namespace idn::parser
