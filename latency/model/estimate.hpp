// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "idn/sample.hpp"
#include "latency/model/stages.hpp"

namespace idn::latency {

/// Of light in glass, 5 us for each.
inline constexpr double kKilometresPerMillisecond = 200;

/// One step of a pipeline: polls every `period` for something to do, takes `work` for it, and appends the
/// result to a queue that takes `queue` to drain.
struct PipelineStep {
  Stage stage{};      ///< the stage that its time belongs to
  Duration work{};    ///< processing time
  Duration period{};  ///< polling interval, half of which is waited on average; zero: the step is woken at once
  Duration queue{};   ///< time that the queue ahead of the result takes
};

/// Calculated range of a latency. The median of a sum of symmetric distributions is the sum of their medians.
struct LatencyRange {
  Duration min{};  ///< every poll comes at once
  Duration p50{};  ///< the median
  Duration max{};  ///< every poll was just missed

  friend constexpr bool operator==(const LatencyRange&, const LatencyRange&) = default;
};

/// Calculated latency of a pipeline.
struct Estimate {
  std::array<LatencyRange, kStages.size()> stages{};  ///< in the order of kStages
  LatencyRange whole{};                               ///< their sum

  /// The range of one stage.
  const LatencyRange& operator[](Stage stage) const noexcept { return stages[static_cast<std::size_t>(stage)]; }
};

/// Steps in series, whose periods are not synchronised.
Estimate estimate(std::span<const PipelineStep> pipeline);

/// Model of an application that keeps a queue of samples full, which is sent datagram by datagram.
struct QueueModel {
  SampleRate rate{};         ///< samples per second
  std::size_t datagram = 0;  ///< samples of each
  /// Samples that may wait, those of the latest datagram included; two datagrams at least.
  std::size_t queue = 0;
  Duration poll{};  ///< interval at which the application polls for free space
};
/// From the trigger to the moment at which its datagram is due.
/// @param work processing time of the application, before it polls for free space
std::vector<PipelineStep> steps_of(const QueueModel& queue, Duration work);

/// Model of a pipe of whole pages, which its writer keeps full by writes of equal length. A page is free again
/// when all of it has been read; a write that does not fit into what is left of a page begins a new one.
struct PipeModel {
  std::size_t pages = 1;         ///< of the pipe
  std::size_t page = 4096;       ///< octets of each
  std::size_t write = 0;         ///< octets of each write
  double octets_per_second = 0;  ///< rate at which the pipe is read
};
/// From the trigger to the moment at which its sample is read from the pipe.
/// @param work processing time of the application, before it checks whether something is to be shown
std::vector<PipelineStep> steps_of(const PipeModel& pipe, Duration work);

/// Model of a network path and of a receiver with a buffer.
struct DeliveryModel {
  std::size_t octets = 0;      ///< of a datagram with all its headers
  double bits_per_second = 0;  ///< of the slowest link; 0: as fast as memory
  double distance_km = 0;      ///< length of the cables; 5 us per km
  Duration buffer{};           ///< of the receiver
  Duration offset{};           ///< of the sample within its datagram
};
/// From the datagram's departure to the output.
std::vector<PipelineStep> steps_of(const DeliveryModel& way);

/// Time that a datagram of `octets` takes at `bits_per_second`.
Duration time_on_link(std::size_t octets, double bits_per_second) noexcept;

}  // namespace idn::latency
