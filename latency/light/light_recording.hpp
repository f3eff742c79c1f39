// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// Recordings of a trigger and a photodiode.
namespace idn::latency {

/// The two channels of a sound file that are evaluated.
struct LightRecording {
  double sample_rate = 0;  ///< samples per second
  std::vector<float> trigger;
  std::vector<float> light;
};

/// @param trigger, light channels, from 0 upwards
/// @throws cli::Failure where the file cannot be read, has no such channels, or this program was built without
///   libsndfile
LightRecording read_light_recording(const std::string& path, std::size_t trigger, std::size_t light);

}  // namespace idn::latency
