// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "idn/time.hpp"

/// Latency from a trigger to the light, from an audio recording of both: the trigger pulse on one channel, a
/// photodiode on the other.
namespace idn::analysis::latency {

/// How a recording is evaluated.
struct LightOptions {
  double sample_rate = 48'000;                          ///< of both channels, samples per second
  Duration longest = std::chrono::milliseconds(500);    ///< light that comes later has another cause
  Duration trigger_gap = std::chrono::milliseconds(1);  ///< a trigger is low for at least that long before
};

/// Result of a recording.
struct LightMeasurement {
  std::vector<Duration> latencies;  ///< trigger to light, in the order of the triggers
  std::size_t triggers = 0;         ///< pulses; their number is that of the latencies and of the two below
  std::size_t without_light = 0;    ///< no light came before the next trigger, or within the longest time
  std::size_t already_lit = 0;      ///< it was not dark when the trigger came

  double trigger_level = 0;  ///< half-way between the two levels of the trigger
  double light_level = 0;    ///< half-way between dark and lit
};

/// Trigger and light begin where their channels cross half the way between their two levels upwards: the median
/// of what is below and of what is above. Where the rise takes several samples and there is noise, the crossing
/// is that of a straight line through as many samples as the noise asks for; where the middle 60 % of the rise
/// are too few, it is taken from the area above all of it, as if it were even on both sides of half. Light that
/// is dimmed by pulses begins with the first pulse. Levels must stay constant, so the inputs must be
/// DC-coupled.
/// @param trigger, light the two channels, any unit; the shorter one counts. Pulses and light go upwards
/// @return no triggers where a channel has only one level
LightMeasurement find_light(std::span<const float> trigger, std::span<const float> light,
                            const LightOptions& options);

}  // namespace idn::analysis::latency
