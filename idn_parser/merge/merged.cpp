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
    merged[same].runs.push_back({run.file, stream, run.report.connections[stream.connection].counts.lost});
    is_taken[same] = true;
  }
}

void add_counts(const StreamFacts& run, StreamFacts& all) {
  auto& summary = all.summary;
  summary.datagrams += run.summary.datagrams;
  summary.samples += run.summary.samples;
  summary.measured += run.summary.measured;
  summary.display += run.summary.display;
  all.counts.unknown_samples += run.counts.unknown_samples;
  all.histogram.add(run.histogram);
  for (const Duration offset : run.offsets.offsets()) all.offsets.add(offset);
  add_measures(run, all);
}

void widen_offsets(const StreamFacts& run, StreamFacts& all) {
  if (!run.summary.offsets) return;
  auto& offsets = all.summary.offsets;
  if (!offsets) offsets = run.summary.offsets;
  offsets->min = std::min(offsets->min, run.summary.offsets->min);
  offsets->max = std::max(offsets->max, run.summary.offsets->max);
}

template <class Part>
void keep_larger(const std::optional<Part>& run, std::optional<Part>& all) {
  if (run) all = all ? std::max(*all, *run) : *run;
}

void widen_clock(const StreamFacts& run, StreamFacts& all) {
  if (!run.summary.clock) return;
  const auto& from = *run.summary.clock;
  auto& clock = all.summary.clock;
  if (!clock) clock.emplace();
  clock->long_term_jitter = std::max(clock->long_term_jitter, from.long_term_jitter);
  clock->start_delay = std::max(clock->start_delay, from.start_delay);
  keep_larger(from.smallest_buffer, clock->smallest_buffer);
}

/// Without a period where a run has none.
std::optional<FrameFacts> all_frames(const std::vector<RunOfStream>& runs) {
  const auto frames_of = [](const RunOfStream& run) { return run.facts.frames.value_or(FrameFacts{}); };
  if (std::ranges::none_of(runs, [](const auto& run) { return run.facts.frames.has_value(); })) return {};
  auto all = frames_of(runs.front());
  for (const auto& run : std::span(runs).subspan(1)) all = merged_frames(all, frames_of(run));
  return all;
}

analysis::OffsetSummary summary_of(const std::vector<Duration>& offsets) {
  const auto [min, max] = std::ranges::minmax(offsets);
  const auto sum = std::accumulate(offsets.begin(), offsets.end(), Duration{});
  return {analysis::Micros(sum) / static_cast<double>(offsets.size()), min, max};
}

analysis::TargetSummary target_of_frames(const FrameFacts& frames, const std::vector<Duration>& offsets) {
  analysis::OffsetHistogram histogram;
  for (const Duration offset : offsets) histogram.add(offset);
  return analysis::compare_with(frames.period, frames.offsets, histogram);
}

/// What follows from the sums.
void conclude(StreamFacts& all) {
  auto& summary = all.summary;
  const auto& judged = all.offsets.offsets();
  if (all.frames)
    summary.expected = all.frames->period;
  else if (summary.datagrams > 0)
    summary.expected = analysis::Micros(summary.display) / static_cast<double>(summary.datagrams);
  if (all.frames && !judged.empty()) all.frames->offsets = summary_of(judged);
  if (!summary.offsets) return;
  summary.offsets->average = analysis::Micros(summary.measured) / static_cast<double>(all.histogram.total());
  if (!all.has_expected_offset() || (all.frames && judged.empty())) return;
  summary.target = all.frames ? target_of_frames(*all.frames, judged)
                              : analysis::compare_with(summary.expected, *summary.offsets, all.histogram);
  all.deviations = all.offsets.deviations(summary.expected);
  all.distribution = distribution_of(all.offsets.offsets(), summary.expected);
}

void merge_runs(MergedStream& stream) {
  stream.all.channel = stream.runs.front().facts.channel;
  stream.all.mode = stream.runs.front().facts.mode;
  stream.all.frames = all_frames(stream.runs);
  for (auto& [file, facts, lost] : stream.runs) {
    add_counts(facts, stream.all);
    widen_offsets(facts, stream.all);
    widen_clock(facts, stream.all);
    stream.lost += lost;
    facts.offsets = {};
  }
  conclude(stream.all);
}

}  // namespace

RunGroup merge(const std::string& title, const std::vector<MeasuredRun>& runs) {
  RunGroup group{.title = title, .streams = {}, .findings = {}};
  for (const MeasuredRun& run : runs) {
    add_run(run, group.streams);
    for (const auto& finding : run.report.findings) group.findings.push_back(run.file + ": " + finding);
  }
  for (MergedStream& stream : group.streams) {
    if (stream.runs.size() < runs.size())
      group.findings.push_back(
          fmt::format("{}: {} is in {} of {} runs only", title, stream.key, stream.runs.size(), runs.size()));
    merge_runs(stream);
  }
  return group;
}

}  // namespace idn::parser
