// SPDX-License-Identifier: MIT
#include "idn/analysis/stream_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace idn::analysis {

using std::chrono::microseconds;

std::string_view to_string(AxisCause cause) noexcept {
  switch (cause) {
    case AxisCause::Start:
      return "start";
    case AxisCause::Closed:
      return "closed";
    case AxisCause::Restart:
      return "restart";
    case AxisCause::CaptureClock:
      return "capture clock";
    case AxisCause::Step:
      return "step";
  }
  return "unknown";
}

microseconds SampleDatagram::gap_since(const SampleDatagram& before) const noexcept {
  if (is_frame) return {};
  const microseconds gap = *media - *before.media - before.duration;
  return std::chrono::abs(gap) > StreamMetrics::kRounding ? gap : microseconds::zero();
}

void StreamMetrics::Axis::add(const SampleDatagram& datagram) {
  const bool is_late = datagram.order == ArrivalOrder::Late;
  if (!is_late && datagram.is_frame && times.datagrams() > 0) step = *datagram.media - *last.media;
  times.add(datagram.arrival, *datagram.media, datagram.duration, step.value_or(last.duration));
  if (!is_late) last = datagram;
}

/// Whether the timestamps go on, or the arrivals agree that they skip: each to within kLongestStep.
bool StreamMetrics::Axis::continues_with(const SampleDatagram& datagram) const noexcept {
  const microseconds media_step = *datagram.media - *last.media;
  const microseconds jump = media_step - step.value_or(last.duration);
  const Duration disagreement = (datagram.arrival - last.arrival) - Duration(media_step);
  return std::chrono::abs(jump) <= kLongestStep || std::chrono::abs(disagreement) < kLongestStep;
}

std::optional<PacketOffset> StreamMetrics::add(const SampleDatagram& datagram) {
  ++datagrams_;
  samples_ += datagram.samples;
  display_ += datagram.duration;
  has_frames_ = has_frames_ || datagram.is_frame;
  if (datagram.order == ArrivalOrder::Late) ++late_;
  if (!datagram.media) return std::nullopt;
  if (!axis_) {
    begin_axis(datagram, AxisCause::Start);
    return std::nullopt;
  }
  if (datagram.begins_axis) {
    end_axes();
    begin_axis(datagram, *datagram.begins_axis);
    ++excluded_.axis;
    return std::nullopt;
  }
  if (datagram.order != ArrivalOrder::Late) return follow(datagram);
  axis_->add(datagram);
  return std::nullopt;
}

std::optional<PacketOffset> StreamMetrics::follow(const SampleDatagram& datagram) {
  if (axis_->continues_with(datagram)) {
    if (former_) end_axis(*std::exchange(former_, std::nullopt));
    if (!axis_->is_confirmed) confirm_axis();
    const auto offset = measure(axis_->last, datagram);
    extend_axis(datagram);
    return offset;
  }
  ++excluded_.axis;
  const bool was_outlier = former_ && former_->continues_with(datagram);
  if (was_outlier) {
    ++outliers_;
    former_->times.add_display(axis_->last.duration);
    axis_ = std::exchange(former_, std::nullopt);
    extend_axis(datagram);
  } else {
    if (former_) end_axis(*former_);
    former_ = std::exchange(axis_, std::nullopt);
    begin_axis(datagram, AxisCause::Step);
  }
  return std::nullopt;
}

void StreamMetrics::begin_axis(const SampleDatagram& datagram, AxisCause cause) {
  axis_.emplace(Axis{.times = TimeAxis(datagram.arrival, *datagram.media),
                     .place = {++begun_count_, cause},
                     .last = datagram});
  axis_->add(datagram);
}

/// A second datagram confirms the first timestamp of the axis: only now it is used for the rate error.
void StreamMetrics::confirm_axis() {
  axis_->is_confirmed = true;
  if (axis_->place.cause == AxisCause::Step) ++jumps_;
  rate_.begin_axis();
  rate_.add(axis_->last.arrival, *axis_->last.media);
}

void StreamMetrics::extend_axis(const SampleDatagram& datagram) {
  axis_->add(datagram);
  rate_.add(datagram.arrival, *datagram.media);
}

void StreamMetrics::end_axes() {
  if (former_) end_axis(*std::exchange(former_, std::nullopt));
  if (axis_) end_axis(*std::exchange(axis_, std::nullopt));
}

void StreamMetrics::end_axis(const Axis& axis) {
  if (axis.times.datagrams() < 2) return;
  ++ended_count_;
  ended_facts_.add(facts_of(axis));
  if (ended_.size() < kAxesKept) return ended_.push_back(axis.times);
  later_.add(axis.times, rate_.ppm().value_or(0));
}

std::optional<PacketOffset> StreamMetrics::measure(const SampleDatagram& before,
                                                   const SampleDatagram& datagram) {
  std::optional<PacketOffset> measured;  // returned on every path, so that no copy is made (NRVO)
  if (datagram.order == ArrivalOrder::AfterLoss) {
    ++excluded_.loss;
    return measured;
  }
  // In a captured packet with datagrams of several streams, the previous one of this stream may be in another.
  if (datagram.is_merged && datagram.arrival == before.arrival) {
    ++excluded_.offload;
    return measured;
  }
  const microseconds gap = datagram.gap_since(before);
  if (gap > microseconds::zero() && before.is_dark) {
    ++excluded_.pause;
    axis_->times.pause(gap);
    pauses_.add({datagram.arrival, gap});
    paused_ += gap;
    return measured;
  }
  PacketOffset& offset = measured.emplace();
  offset.length = datagram.arrival - before.arrival;
  offset.expected = datagram.is_frame ? *datagram.media - *before.media : before.duration;
  offset.deviation = offset.length - offset.expected;
  if (std::chrono::abs(gap) > std::chrono::abs(offset.deviation)) offset.deviation = gap;
  count(offset, std::max(gap, microseconds::zero()));
  return measured;
}

void StreamMetrics::count(const PacketOffset& offset, microseconds dark) {
  ++offset_count_;
  offset_sum_ += offset.length;
  min_offset_ = std::min(min_offset_, offset.length);
  max_offset_ = std::max(max_offset_, offset.length);
  offsets_.add(offset.length);
  if (offset.expected <= Duration{0}) return;
  ++judged_;
  expected_sum_ += offset.expected;
  axis_->times.add_expected_offset(offset.expected);
  deviations_.add(offset.deviation);
  if (offset.deviation >= -kOnTarget && offset.deviation < kOnTarget) ++on_target_;
  peak_ = std::max(peak_, std::chrono::abs(offset.deviation));
  if (dark > microseconds::zero()) dark_ += static_cast<std::uint64_t>(Duration(dark) / offset.expected);
}

AxisSummary StreamMetrics::facts_of(const Axis& axis) {
  return {axis.times.first_arrival(), axis.place.cause, axis.times.length(), axis.times.datagrams()};
}

template <class Visit>
void StreamMetrics::for_each_running(Visit visit) const {
  for (const auto* axis : {&former_, &axis_})
    if (*axis && (*axis)->times.datagrams() > 1) visit(**axis);
}

BoundedEventLog<AxisSummary> StreamMetrics::axes() const {
  auto all = ended_facts_;
  for_each_running([&](const Axis& axis) { all.add(facts_of(axis)); });
  return all;
}

void StreamMetrics::Ended::add(const TimeAxis& axis, double drift_ppm) noexcept {
  length += axis.length();
  media += axis.media_length();
  display += axis.display();
  longest = std::max(longest, axis.length());
  clock.long_term_jitter = std::max(clock.long_term_jitter, axis.long_term_jitter());
  clock.long_term_jitter_without_drift =
      std::max(clock.long_term_jitter_without_drift, axis.long_term_jitter(drift_ppm));
  clock.start_delay = std::max(clock.start_delay, axis.start_delay());
  const auto buffer = axis.smallest_buffer();
  if (buffer) clock.smallest_buffer = std::max(clock.smallest_buffer.value_or(0), *buffer);
  clock.c_inst = std::max(clock.c_inst, axis.most_at_once());
  clock.ts_df = std::max(clock.ts_df, axis.delay_factor());
}

StreamSummary StreamMetrics::summary() const {
  StreamSummary summary{.datagrams = datagrams_,
                        .samples = samples_,
                        .late = late_,
                        .outliers = outliers_,
                        .jumps = jumps_,
                        .axes = ended_count_,
                        .display = display_,
                        .excluded = excluded_,
                        .paused = paused_};
  if (offset_count_ > 0)
    summary.offsets = {.count = offset_count_,
                       .average = Micros(offset_sum_) / static_cast<double>(offset_count_),
                       .min = min_offset_,
                       .max = max_offset_};
  if (judged_ > 0) {
    summary.expected = Micros(expected_sum_) / static_cast<double>(judged_);
    summary.target = {.count = judged_,
                      .on_target_share = static_cast<double>(on_target_) /
                                         static_cast<double>(judged_ + late_ + dark_ + jumps_),
                      .peak_period_jitter = peak_,
                      .dark_datagrams = dark_};
  }
  add_axes(summary);
  return summary;
}

void StreamMetrics::add_axes(StreamSummary& summary) const {
  const auto rate_error = rate_.ppm();
  Ended all = later_;
  const auto add = [&](const TimeAxis& axis) { all.add(axis, rate_error.value_or(0)); };
  for (const TimeAxis& axis : ended_) add(axis);
  for_each_running([&](const Axis& axis) {
    ++summary.axes;
    add(axis.times);
  });
  if (summary.axes == 0) return;
  summary.measured = all.length;
  summary.clock = all.clock;
  summary.clock->rate_error_ppm = rate_error;
  if (rate_error && all.longest > Duration{0})
    summary.clock->rate_error_bound_ppm = 3e6 * (summary.clock->long_term_jitter / Micros(all.longest));
  if (const auto buffer = summary.clock->smallest_buffer)
    summary.clock->whole_buffer = static_cast<std::uint64_t>(std::ceil(*buffer));
  const bool has_fill = !has_frames_ && all.media > microseconds::zero() && display_ > microseconds::zero();
  if (has_fill) summary.fill = Micros(all.display) / Micros(all.media);
}

}  // namespace idn::analysis
