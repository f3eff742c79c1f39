// SPDX-License-Identifier: MIT
#include "idn_parser/merge/merged.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "idn_parser/merge/measures.hpp"
#include "idn_parser/report/lines.hpp"

namespace idn::parser {
namespace {

/// Adds the streams of a run to those of the runs before, by key and order.
void add_run(const MeasuredRun& run, std::vector<MergedStream>& merged) {
  std::vector<bool> is_taken(merged.size());
  for (const StreamFacts& stream : run.report.streams) {
    if (!stream.has_samples()) continue;
    const auto key = key_of(run.report, stream);
    std::size_t same = 0;
    while (same < merged.size() && (merged[same].key != key || is_taken[same])) ++same;
    if (same == merged.size()) {
      merged.push_back({.key = key, .runs = {}, .all = {}});
      is_taken.push_back(false);
    }
    merged[same].runs.push_back(
        {run.file, stream, run.report.connections[stream.connection].counts.numbers.lost});
    is_taken[same] = true;
  }
}

void add_counts(const StreamFacts& run, StreamFacts& all) {
  all.counts.unknown_samples += run.counts.unknown_samples;
  all.histogram.add(run.histogram);
  all.deviation_histogram.add(run.deviation_histogram);
  all.axes.add_count(run.axes);
  all.pauses.add_count(run.pauses);
  for (const Duration deviation : run.all_deviations.deviations()) all.all_deviations.add(deviation);
  add_measures(run, all);
}

/// The frames of all runs; without a period if a run has none.
std::optional<FrameFacts> all_frames(const std::vector<RunOfStream>& runs) {
  const auto frames_of = [](const RunOfStream& run) { return run.facts.frames.value_or(FrameFacts{}); };
  if (std::ranges::none_of(runs, [](const auto& run) { return run.facts.frames.has_value(); })) return {};
  auto all = frames_of(runs.front());
  for (const auto& run : std::span(runs).subspan(1)) all = merged_frames(all, frames_of(run));
  return all;
}

/// Computes percentiles and distribution from the deviations of all runs.
void conclude(StreamFacts& all) {
  all.deviations = all.all_deviations.percentiles();
  if (all.deviations) all.distribution = distribution_of(all.all_deviations.deviations());
}

void merge_runs(MergedStream& stream) {
  stream.all.channel = stream.runs.front().facts.channel;
  stream.all.mode = stream.runs.front().facts.mode;
  stream.all.frames = all_frames(stream.runs);
  std::vector<const analysis::StreamSummary*> summaries;
  for (auto& [file, facts, lost] : stream.runs) {
    summaries.push_back(&facts.summary);
    add_counts(facts, stream.all);
    stream.lost += lost;
    facts.all_deviations = {};
  }
  stream.all.summary = analysis::merged(summaries);
  conclude(stream.all);
}

}  // namespace

RunGroup merge(const std::string& title, const std::vector<MeasuredRun>& runs) {
  RunGroup group{.title = title, .streams = {}, .findings = {}};
  for (const MeasuredRun& run : runs) {
    add_run(run, group.streams);
    for (const auto& [kind, text] : run.report.findings)
      group.findings.push_back({kind, fmt::format("{}: {}", run.file, text)});
  }
  for (MergedStream& stream : group.streams) {
    if (stream.runs.size() < runs.size())
      group.findings.push_back(
          {FindingKind::NotInAllRuns,
           fmt::format("{}: {} is in {} of {} runs only", title, stream.key, stream.runs.size(), runs.size())});
    merge_runs(stream);
  }
  return group;
}

}  // namespace idn::parser
