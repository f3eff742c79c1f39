// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <sndfile.h>

#include <algorithm>
#include <memory>

#include "cli/failure.hpp"
#include "latency/light/light_recording.hpp"

namespace idn::latency {

LightRecording read_light_recording(const std::string& path, std::size_t trigger, std::size_t light) {
  SF_INFO info{};
  const std::unique_ptr<SNDFILE, int (*)(SNDFILE*)> file(sf_open(path.c_str(), SFM_READ, &info), sf_close);
  if (!file) throw cli::Failure(cli::kEnvironment, fmt::format("{}: {}", path, sf_strerror(nullptr)));
  const auto channels = static_cast<std::size_t>(std::max(info.channels, 1));
  if (std::max(trigger, light) >= channels)
    throw cli::Failure(
        cli::kUsage, fmt::format("{} has {} channels; choose others by --trigger and --light", path, channels));
  LightRecording recording{.sample_rate = static_cast<double>(info.samplerate), .trigger = {}, .light = {}};
  std::vector<float> block(4096 * channels);
  while (const sf_count_t count = sf_readf_float(file.get(), block.data(), 4096)) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      recording.trigger.push_back(block[i * channels + trigger]);
      recording.light.push_back(block[i * channels + light]);
    }
  }
  return recording;
}

}  // namespace idn::latency
