// SPDX-License-Identifier: MIT
#include "idn_parser/merge/merged.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "idn_parser/merge/measures.hpp"

namespace idn::parser {
namespace {

std::string key_of(const Report& report, const StreamFacts& stream) {
  return fmt::format("group {}, channel {}", report.connections[stream.connection].key.client_group,
                     stream.channel);
}

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
  auto& summary = all.summary;
  summary.datagrams += run.summary.datagrams;
  summary.samples += run.summary.samples;
  summary.measured += run.summary.measured;
  summary.display += run.summary.display;
  summary.late += run.summary.late;
  summary.outliers += run.summary.outliers;
  summary.axes += run.summary.axes;
  summary.excluded.loss += run.summary.excluded.loss;
  summary.excluded.axis += run.summary.excluded.axis;
  summary.excluded.pause += run.summary.excluded.pause;
  summary.excluded.offload += run.summary.excluded.offload;
  summary.paused += run.summary.paused;
  all.counts.unknown_samples += run.counts.unknown_samples;
  all.histogram.add(run.histogram);
  all.deviation_histogram.add(run.deviation_histogram);
  all.axes.add_count(run.axes);
  all.pauses.add_count(run.pauses);
  for (const Duration deviation : run.all_deviations.deviations()) all.all_deviations.add(deviation);
  add_measures(run, all);
}

/// Merges the offsets of a run; the mean is weighted by the number of offsets.
void merge_offsets(const StreamFacts& run, StreamFacts& all) {
  if (!run.summary.offsets) return;
  const auto& more = *run.summary.offsets;
  auto& offsets = all.summary.offsets;
  if (!offsets) offsets = analysis::OffsetSummary{.min = more.min, .max = more.max};
  offsets->count += more.count;
  offsets->average += (more.average - offsets->average) *
                      (static_cast<double>(more.count) / static_cast<double>(offsets->count));
  offsets->min = std::min(offsets->min, more.min);
  offsets->max = std::max(offsets->max, more.max);
}

/// The denominator of the share on target: offsets with a deviation, late datagrams and dark datagrams.
double target_total(const StreamFacts& facts) {
  return static_cast<double>(facts.judged_offsets() + facts.summary.late +
                             facts.summary.target->dark_datagrams);
}

/// Must be called before add_counts(), whose sums are the weights here.
void merge_target(const StreamFacts& run, StreamFacts& all) {
  if (!run.summary.target) return;
  const auto& more = *run.summary.target;
  auto& target = all.summary.target;
  if (!target) target.emplace();
  const double before = target_total(all), added = target_total(run);
  target->on_target_share += (more.on_target_share - target->on_target_share) * (added / (before + added));
  target->dark_datagrams += more.dark_datagrams;
  target->peak_period_jitter = std::max(target->peak_period_jitter, more.peak_period_jitter);
  const auto offsets = static_cast<double>(all.judged_offsets() + run.judged_offsets());
  all.summary.expected +=
      (run.summary.expected - all.summary.expected) * (static_cast<double>(run.judged_offsets()) / offsets);
}

template <class Part>
void keep_larger(const std::optional<Part>& run, std::optional<Part>& all) {
  if (run) all = all ? std::max(*all, *run) : *run;
}

void merge_clock(const StreamFacts& run, StreamFacts& all) {
  if (!run.summary.clock) return;
  const auto& from = *run.summary.clock;
  auto& clock = all.summary.clock;
  if (!clock) clock.emplace();
  clock->long_term_jitter = std::max(clock->long_term_jitter, from.long_term_jitter);
  clock->start_delay = std::max(clock->start_delay, from.start_delay);
  clock->long_term_jitter_without_drift =
      std::max(clock->long_term_jitter_without_drift, from.long_term_jitter_without_drift);
  keep_larger(from.smallest_buffer, clock->smallest_buffer);
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
  for (auto& [file, facts, lost] : stream.runs) {
    merge_target(facts, stream.all);
    add_counts(facts, stream.all);
    merge_offsets(facts, stream.all);
    merge_clock(facts, stream.all);
    stream.lost += lost;
    facts.all_deviations = {};
  }
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
