// SPDX-License-Identifier: MIT
#include "latency/model/estimate.hpp"

#include <algorithm>
#include <cmath>

namespace idn::latency {
namespace {

constexpr double kNanosecondsPerKilometre = 1e6 / kKilometresPerMillisecond;

Duration time_of(std::size_t samples, SampleRate rate) {
  return Duration(static_cast<Duration::rep>(samples * 1'000'000'000 / rate.per_second));
}

LatencyRange sum(const LatencyRange& a, const LatencyRange& b) {
  return {.min = a.min + b.min, .p50 = a.p50 + b.p50, .max = a.max + b.max};
}

}  // namespace

Estimate estimate(std::span<const PipelineStep> pipeline) {
  Estimate result;
  for (const PipelineStep& step : pipeline) {
    const Duration fixed = step.work + step.queue;
    const LatencyRange added{.min = fixed, .p50 = fixed + step.period / 2, .max = fixed + step.period};
    LatencyRange& stage = result.stages[static_cast<std::size_t>(step.stage)];
    stage = sum(stage, added);
    result.whole = sum(result.whole, added);
  }
  return result;
}

/// Each tick frees the space of one datagram; the application fills it at its next poll, at the end of the
/// queue. So what it writes is due as many ticks later as datagrams are queued, minus the time until that poll.
/// The datagram sent last keeps its space until the next one is packed, so one fewer is queued than fits.
std::vector<PipelineStep> steps_of(const QueueModel& queue, Duration work) {
  const Duration tick = time_of(queue.datagram, queue.rate);
  const std::size_t held = std::max<std::size_t>(queue.queue / queue.datagram, 2) - 1;
  const Duration poll = std::min(queue.poll, tick);
  return {{.stage = Stage::Input, .work = work, .period = tick},
          {.stage = Stage::Input, .period = poll},
          {.stage = Stage::Wait, .period = poll, .queue = tick * static_cast<int>(held) - poll}};
}

/// A blocked writer has already drawn what it is about to write: when a page becomes free, this is written
/// first, and then the samples that show the trigger.
std::vector<PipelineStep> steps_of(const PipeModel& pipe, Duration work) {
  const auto span_of = [&](std::size_t octets) {
    return Duration(std::llround(static_cast<double>(octets) * 1e9 / pipe.octets_per_second));
  };
  const std::size_t held =
      pipe.write > 0 && pipe.write <= pipe.page ? pipe.page / pipe.write * pipe.write : pipe.page;
  return {{.stage = Stage::Input, .work = work, .period = span_of(held)},
          {.stage = Stage::Wait, .queue = span_of(held * (pipe.pages - 1) + pipe.write)}};
}

Duration time_on_link(std::size_t octets, double bits_per_second) noexcept {
  if (!(bits_per_second > 0)) return Duration{0};
  return Duration(std::llround(static_cast<double>(octets) * 8e9 / bits_per_second));
}

std::vector<PipelineStep> steps_of(const DeliveryModel& way) {
  const Duration distance(std::llround(way.distance_km * kNanosecondsPerKilometre));
  return {{.stage = Stage::Wire, .work = time_on_link(way.octets, way.bits_per_second) + distance},
          {.stage = Stage::Buffer, .queue = way.buffer + way.offset}};
}

}  // namespace idn::latency
