// SPDX-License-Identifier: MIT
#include "idn_parser/merge/merged.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
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

/// The 97.5 % quantile of Student's t; beyond the table by its first term (Abramowitz and Stegun 26.7.5).
double student(std::size_t freedom) {
  constexpr std::array kTable{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228};
  if (freedom <= kTable.size()) return kTable[freedom - 1];
  constexpr double kNormal = 1.95996;
  return kNormal + (kNormal * kNormal * kNormal + kNormal) / (4 * static_cast<double>(freedom));
}

std::vector<BetweenRuns> between(const std::vector<RunOfStream>& runs) {
  std::vector<BetweenRuns> found;
  if (runs.size() < 2) return found;
  const auto count = static_cast<double>(runs.size());
  for (const auto name : {"on_target_share", "average_offset_us", "deviation_p99_us", "peak_period_jitter_us",
                          "rate_error_ppm"}) {
    const analysis::Metric& metric = analysis::metric(name);
    double sum = 0, squares = 0;
    const bool all_have = std::ranges::all_of(runs, [&](const RunOfStream& run) {
      const auto value = metric.read(run.facts);
      sum += value.value_or(0);
      return value.has_value();
    });
    if (!all_have) continue;
    const double mean = sum / count;
    for (const RunOfStream& run : runs) squares += std::pow(*metric.read(run.facts) - mean, 2);
    const double spread = std::sqrt(squares / (count - 1));
    found.push_back({&metric, mean, spread, student(runs.size() - 1) * spread / std::sqrt(count)});
  }
  return found;
}

/// "frames", "waves of 100000 samples/s": what runs of one test have in common.
std::string kind_of(const StreamFacts& facts) {
  if (facts.frames) return "frames";
  const auto rate = facts.samples_per_second;
  return rate ? fmt::format("waves of {:.0f} samples/s", *rate) : "waves";
}

bool are_alike(const StreamFacts& a, const StreamFacts& b) {
  constexpr double kMostOff = 0.01;
  if (a.frames.has_value() != b.frames.has_value()) return false;
  const double left = a.samples_per_second.value_or(0), right = b.samples_per_second.value_or(0);
  return a.frames || std::abs(left - right) <= kMostOff * std::max(left, right);
}

void check_alike(const std::string& title, const MergedStream& stream, Findings& found) {
  const auto& first = stream.runs.front();
  for (const RunOfStream& run : stream.runs)
    if (!are_alike(first.facts, run.facts))
      return found.push_back(
          {FindingKind::UnlikeRuns,
           fmt::format("{}: {} has {}, but {} has {}: runs of one test are alike; give each "
                       "test a --group",
                       title, first.file, kind_of(first.facts), run.file, kind_of(run.facts))});
}

bool is_same_capture(const Report& a, const Report& b) {
  return a.capture.packets > 0 && a.capture.packets == b.capture.packets &&
         a.capture.first_time == b.capture.first_time && a.capture.span == b.capture.span &&
         std::ranges::equal(a.connections, b.connections, {}, &ConnectionFacts::key, &ConnectionFacts::key);
}

void check_different(const std::string& title, const std::vector<MeasuredRun>& runs, Findings& found) {
  for (auto run = runs.begin(); run != runs.end(); ++run)
    for (auto other = std::next(run); other != runs.end(); ++other)
      if (is_same_capture(run->report, other->report))
        found.push_back({FindingKind::SameRunTwice,
                         fmt::format("{}: {} and {} are one and the same capture; give each run once", title,
                                     run->file, other->file)});
}

void merge_runs(MergedStream& stream) {
  stream.between = between(stream.runs);
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
    for (const Finding& finding : run.report.findings)
      group.findings.push_back({finding.kind, fmt::format("{}: {}", run.file, finding.text)});
  }
  check_different(title, runs, group.findings);
  for (MergedStream& stream : group.streams) {
    if (stream.runs.size() < runs.size())
      group.findings.push_back(
          {FindingKind::NotInAllRuns,
           fmt::format("{}: {} is in {} of {} runs only", title, stream.key, stream.runs.size(), runs.size())});
    check_alike(title, stream, group.findings);
    merge_runs(stream);
  }
  return group;
}

}  // namespace idn::parser
