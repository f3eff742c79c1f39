// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "idn/time.hpp"

/// Latency from a trigger to the light, from an audio recording of both: the trigger pulse on one channel, a
/// photodiode on the other.
namespace idn::latency {

/// How a recording is evaluated.
struct LightOptions {
  double sample_rate = 48'000;                          ///< of both channels, samples per second
  Duration longest = std::chrono::milliseconds(500);    ///< light that comes later has another cause
  Duration trigger_gap = std::chrono::milliseconds(1);  ///< a pulse counts if it was low for so long before
};

/// Result of a recording.
struct LightMeasurement {
  std::vector<Duration> latencies;  ///< trigger to light, in the order of the triggers
  std::size_t triggers = 0;         ///< number of pulses: that of the latencies, plus the two counts below
  std::size_t without_light = 0;    ///< no light came before the next trigger, or within the longest time
  std::size_t already_lit = 0;      ///< it was not dark when the trigger came

  double trigger_level = 0;  ///< half-way between low and high
  double light_level = 0;    ///< half-way between dark and lit
};

/// Trigger and light begin where their channels rise through the midpoint between their two levels, which are
/// the medians of the samples below and above a threshold. If the rise takes several samples and is noisy, a
/// straight line is fitted to as many of them as the noise requires. If the middle 60 % of the rise have too
/// few, the crossing is computed from the area above the whole rise, which is assumed to be symmetric about the
/// midpoint. Light that is dimmed by pulses begins with the first pulse. Levels must stay constant, so the
/// inputs must be DC-coupled.
/// @param trigger, light the two channels, any unit, positive-going; only the length that both have is
/// evaluated
/// @return no triggers where the trigger has only one level; triggers without light where the light has only
/// one
LightMeasurement find_light(std::span<const float> trigger, std::span<const float> light,
                            const LightOptions& options);

}  // namespace idn::latency
