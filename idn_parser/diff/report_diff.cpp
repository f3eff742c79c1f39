// SPDX-License-Identifier: MIT
#include "idn_parser/diff/report_diff.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "cli/units.hpp"
#include "idn_parser/limits/stream_metrics.hpp"

namespace idn::parser {
namespace {

StreamDiff diff_of(const Subject& before, const Subject& after) {
  StreamDiff difference{before.key, before.name, after.name, {}, before.is_dmx};
  for (const auto metric : stream_metrics()) {
    const Change change{metric, before.value(metric), after.value(metric)};
    if (change.before || change.after) difference.changes.push_back(change);
  }
  return difference;
}

void check(const ChangeLimit& limit, const StreamDiff& stream, Findings& broken) {
  const auto add = [&](FindingKind kind, const std::string& what) {
    broken.push_back({kind, fmt::format("{}: {} {}", stream.key, limit.metric, what)});
  };
  const auto change = std::ranges::find(stream.changes, limit.metric, &Change::metric);
  if (change == stream.changes.end() || !change->amount())
    return add(FindingKind::ChangeWithoutValue, "has a limit, but is not in both reports");
  const double most = limit.is_relative ? limit.most * std::abs(*change->before) : limit.most;
  if (std::abs(*change->amount()) > most)
    add(FindingKind::ChangedTooMuch,
        fmt::format("changed by {:+.10g}, more than {:.10g}{}", *change->amount(),
                    limit.is_relative ? limit.most * 100 : limit.most, limit.is_relative ? " %" : ""));
}

}  // namespace

ReportDiff diff_of(const std::vector<Subject>& before, const std::vector<Subject>& after) {
  ReportDiff difference;
  std::vector<const Subject*> rest;
  for (const Subject& subject : after) rest.push_back(&subject);
  for (const Subject& subject : before) {
    const auto same = std::ranges::find_if(
        rest, [&](const Subject* each) { return each->key == subject.key && each->is_dmx == subject.is_dmx; });
    if (same == rest.end()) {
      difference.findings.push_back(
          {FindingKind::OnlyInFirstReport, subject.name + " is only in the first report"});
      continue;
    }
    difference.streams.push_back(diff_of(subject, **same));
    rest.erase(same);
  }
  for (const Subject* subject : rest)
    difference.findings.push_back(
        {FindingKind::OnlyInSecondReport, subject->name + " is only in the second report"});
  if (before.empty() && after.empty())
    difference.findings.push_back({FindingKind::NoStreamInReports,
                                   "neither has a stream with samples or DMX512 to compare; check --port"});
  return difference;
}

ChangeLimit parse_change_limit(std::string_view text, const Metrics& metrics) {
  const auto equals = std::min(text.find('='), text.size());
  const auto metric = std::ranges::find(metrics, text.substr(0, equals));
  if (metric == metrics.end())
    throw std::invalid_argument(
        fmt::format("\"{}\" is no metric; choose from {}", text.substr(0, equals), fmt::join(metrics, ", ")));
  std::string_view number = text.substr(std::min(equals + 1, text.size()));
  ChangeLimit limit{*metric};
  limit.is_relative = number.ends_with('%');
  if (limit.is_relative) number.remove_suffix(1);
  limit.most = cli::parse_number(number).value_or(-1);
  if (limit.most < 0 || limit.most >= 1e300)
    throw std::invalid_argument(fmt::format("\"{}\" is not like {}=5 or {}=10%", text, *metric, *metric));
  if (limit.is_relative) limit.most /= 100;
  return limit;
}

Findings broken_limits(const std::vector<ChangeLimit>& limits, const ReportDiff& difference) {
  Findings broken;
  for (const StreamDiff& stream : difference.streams)
    for (const ChangeLimit& limit : limits)
      if (stream.is_concerned_by(limit.metric)) check(limit, stream, broken);
  for (const ChangeLimit& limit : limits)
    if (!difference.streams.empty() && std::ranges::none_of(difference.streams, [&](const StreamDiff& stream) {
          return stream.is_concerned_by(limit.metric);
        }))
      broken.push_back({FindingKind::ChangeWithoutValue,
                        fmt::format("{} has a limit, but no stream in both reports has it", limit.metric)});
  return broken;
}

}  // namespace idn::parser
