// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// Sound files with the signals of a trigger and a photodiode.
namespace idn::latency {

/// The two channels of a sound file, full scale 1.
struct LightRecording {
  double sample_rate = 0;  ///< samples per second
  std::vector<float> trigger;
  std::vector<float> light;
};

/// @param trigger, light the channels, counted from 0
/// @throws cli::Failure if the file cannot be read, lacks one of the channels, or this program was built
///   without libsndfile
LightRecording read_light_recording(const std::string& path, std::size_t trigger, std::size_t light);

}  // namespace idn::latency
