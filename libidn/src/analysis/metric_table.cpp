// SPDX-License-Identifier: MIT
#include "idn/analysis/metric_table.hpp"

#include <algorithm>

namespace idn::analysis {
namespace {

using Stream = StreamSummary;
using Offsets = OffsetSummary;
using Target = TargetSummary;
using Clock = ClockSummary;
using Captures = std::span<const Stream* const>;

template <auto needed, auto... path>
std::optional<double> read_with(const Timing& timing) {
  return timing.summary.*needed ? number_at<Stream, path...>(timing.summary) : std::nullopt;
}

template <Merge rule, auto weight, auto... path>
void merge(Captures captures, Stream& all) {
  double total = 0;
  for (const Stream* capture : captures) {
    const auto* const value = member_at<path...>(*capture);
    if (!value) continue;
    auto& merged = *member_at<path...>(all);
    const bool is_first = total == 0;
    const auto added = static_cast<double>(weight(*capture));
    total += added;
    if (is_first)
      merged = *value;
    else if constexpr (rule == Merge::Sum)
      merged += *value;
    else if constexpr (rule == Merge::Mean)
      merged += (*value - merged) * (added / total);
    else
      merged = rule == Merge::Smallest ? std::min(merged, *value) : std::max(merged, *value);
  }
}

constexpr auto kOne = [](const Stream&) { return 1; };
constexpr auto kOffsets = [](const Stream& s) { return s.offsets->count; };
constexpr auto kJudged = [](const Stream& s) { return s.target ? s.target->count : 0; };
constexpr auto kJudgedOrMissed = [](const Stream& s) {
  return s.target->count + s.late + s.target->dark_datagrams + s.jumps;
};

template <auto... path>
constexpr Metric::Value kApart{number_at<Timing, path...>};
template <auto end>
constexpr Metric::Value kEndOfRate = kApart<&Timing::rate_error, &RateError::interval, end>;
template <Merge rule, auto weight, auto... path>
constexpr Metric::Value kMerged{number_at<Timing, &Timing::summary, path...>, rule,
                                merge<rule, weight, path...>};
template <auto... path>
constexpr auto kSum = kMerged<Merge::Sum, kOne, path...>;
template <auto... path>
constexpr auto kLargest = kMerged<Merge::Largest, kOne, path...>;
template <auto weight, auto... path>
constexpr auto kMean = kMerged<Merge::Mean, weight, path...>;
template <std::uint64_t ExcludedOffsets::* cause>
constexpr Metric::Value kLeftOut{read_with<&Stream::offsets, &Stream::excluded, cause>, Merge::Sum,
                                 kSum<&Stream::excluded, cause>.merge};
constexpr Metric::Value kExpected{read_with<&Stream::target, &Stream::expected>, Merge::Mean,
                                  kMean<kJudged, &Stream::expected>.merge};

constexpr Metric kTable[] = {
    {"target", "on_target_share", MetricUnit::Share,
     kMean<kJudgedOrMissed, &Stream::target, &Target::on_target_share>, "on target +-100 us",
     "share of offsets this near to the expected ones; late and dark datagrams and jumps count as misses"},
    {"offsets", "count", MetricUnit::Count, kSum<&Stream::offsets, &Offsets::count>, "", "offsets measured",
     "offsets", false},
    {"offsets", "average_us", MetricUnit::Time, kMean<kOffsets, &Stream::offsets, &Offsets::average>,
     "average offset", "mean distance between adjacent datagrams", "average_offset_us"},
    {"", "expected_offset_us", MetricUnit::Time, kExpected, "expected offset",
     "mean display time a datagram carries"},
    {"offsets", "min_us", MetricUnit::Time, kMerged<Merge::Smallest, kOne, &Stream::offsets, &Offsets::min>,
     "smallest offset", "shortest distance; near zero: a burst", "smallest_offset_us"},
    {"offsets", "max_us", MetricUnit::Time, kLargest<&Stream::offsets, &Offsets::max>, "largest offset",
     "longest distance", "largest_offset_us"},
    {"", "late_datagrams", MetricUnit::Count, kSum<&Stream::late>, "", "arrived after a later one"},
    {"target", "dark_datagrams", MetricUnit::Count, kSum<&Stream::target, &Target::dark_datagrams>, "",
     "would have fitted into the media time that the sender skipped"},
    {"", "fill", MetricUnit::Ratio, kApart<&Timing::summary, &Stream::fill>, "fill",
     "display time carried, of the media time; below 100 % the rest was dark or lost"},
    {"clock", "rate_error_ppm", MetricUnit::Ppm,
     kApart<&Timing::summary, &Stream::clock, &Clock::rate_error_ppm>, "rate error",
     "slope of arrival over media time; above zero the sender is slow"},
    {"clock", "rate_error_low_ppm", MetricUnit::Ppm, kEndOfRate<&RateError::Interval::low_ppm>, "",
     "lower end of its 95 % interval; null where it cannot be told"},
    {"clock", "rate_error_high_ppm", MetricUnit::Ppm, kEndOfRate<&RateError::Interval::high_ppm>, "",
     "upper end of its 95 % interval; null where it cannot be told"},
    {"clock", "rate_error_bound_ppm", MetricUnit::Ppm,
     kApart<&Timing::summary, &Stream::clock, &Clock::rate_error_bound_ppm>, "its bound by J_ALT",
     "by how much delay can tilt it: 3 J_ALT / length of the longest time axis"},
    {"deviations", "deviation_p50_us", MetricUnit::Time,
     kApart<&Timing::deviations, &DeviationPercentiles::p50>, "deviation p50",
     "half of all offsets are no further from the expected ones"},
    {"deviations", "deviation_p99_us", MetricUnit::Time,
     kApart<&Timing::deviations, &DeviationPercentiles::p99>, "deviation p99",
     "99 % of all offsets are no further from the expected ones"},
    {"deviations", "deviation_p99_9_us", MetricUnit::Time,
     kApart<&Timing::deviations, &DeviationPercentiles::p99_9>, "deviation p99.9",
     "99.9 % of all offsets are no further from the expected ones"},
    {"target", "peak_period_jitter_us", MetricUnit::Time,
     kLargest<&Stream::target, &Target::peak_period_jitter>, "peak jitter J_p", "the largest deviation"},
    {"clock", "long_term_jitter_us", MetricUnit::Time, kLargest<&Stream::clock, &Clock::long_term_jitter>,
     "long-term jitter J_ALT", "half the span of arrival less media time"},
    {"clock", "long_term_jitter_without_drift_us", MetricUnit::Time,
     kLargest<&Stream::clock, &Clock::long_term_jitter_without_drift>, "J_ALT without drift",
     "the same with the rate error taken out"},
    {"clock", "smallest_buffer_packets", MetricUnit::Packets, kLargest<&Stream::clock, &Clock::smallest_buffer>,
     "smallest buffer b", "a receiver that buffers this many packets never runs dry or over"},
    {"clock", "whole_buffer_packets", MetricUnit::Count, kLargest<&Stream::clock, &Clock::whole_buffer>, "",
     "b rounded up: the buffer that can be built"},
    {"clock", "c_inst_packets", MetricUnit::Packets, kLargest<&Stream::clock, &Clock::c_inst>, "burst C_inst",
     "most packets in a bucket that drains at 1.1 times their rate (after SMPTE ST 2110-21)"},
    {"clock", "ts_df_us", MetricUnit::Time, kLargest<&Stream::clock, &Clock::ts_df>, "delay factor TS-DF",
     "largest span of arrival less media time within 200 ms (EBU Tech 3337)"},
    {"clock", "start_delay_us", MetricUnit::Time, kLargest<&Stream::clock, &Clock::start_delay>,
     "start delay needed", "delay of the output that would have avoided every dark gap"},
    {"left_out", "loss", MetricUnit::Count, kLeftOut<&ExcludedOffsets::loss>, "",
     "offsets left out: a number is missing between", "left_out_for_loss"},
    {"left_out", "axis", MetricUnit::Count, kLeftOut<&ExcludedOffsets::axis>, "",
     "offsets left out: a time axis begins", "left_out_for_axis"},
    {"left_out", "pause", MetricUnit::Count, kLeftOut<&ExcludedOffsets::pause>, "",
     "offsets left out: a pause behind a dark datagram", "left_out_for_pause"},
    {"left_out", "offload", MetricUnit::Count, kLeftOut<&ExcludedOffsets::offload>, "",
     "offsets left out: within one captured packet", "left_out_for_offload"},
    {"", "samples_per_second", MetricUnit::Ratio, kApart<&Timing::samples_per_second>, "",
     "mean over all chunks, by their durations"},
    {"", "datagrams", MetricUnit::Count, kSum<&Stream::datagrams>, "",
     "with samples; of a frame in fragments, the first"},
    {"", "timestamp_outliers", MetricUnit::Count, kSum<&Stream::outliers>, "",
     "single timestamps off by more than 500 ms", "timestamp_outliers", false},
    {"", "timestamp_jumps", MetricUnit::Count, kSum<&Stream::jumps>, "",
     "of more than 500 ms that the arrivals do not share"},
    {"", "samples", MetricUnit::Count, kSum<&Stream::samples>, "", "of all datagrams", "samples", false},
    {"", "display_us", MetricUnit::Count, kSum<&Stream::display>, "",
     "sum of the display times of all datagrams", "display_us", false},
    {"", "measured_s", MetricUnit::Seconds, kSum<&Stream::measured>, "", "total length of the time axes"},
};

}  // namespace

std::span<const Metric> metric_table() noexcept {
  return kTable;
}

const Metric& metric(std::string_view name) noexcept {
  return *std::ranges::find(kTable, name, &Metric::name);
}

StreamSummary merged(Captures captures) {
  StreamSummary all;
  for (const Metric& row : kTable)
    if (row.value.merge != nullptr) row.value.merge(captures, all);
  for (const Stream* capture : captures) {
    all.axes += capture->axes;
    all.paused += capture->paused;
    if (capture->target) all.target->count += capture->target->count;
  }
  return all;
}

}  // namespace idn::analysis
