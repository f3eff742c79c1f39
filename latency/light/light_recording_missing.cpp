// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "cli/failure.hpp"
#include "latency/light/light_recording.hpp"

namespace idn::latency {

LightRecording read_light_recording(const std::string& path, std::size_t, std::size_t) {
  throw cli::Failure(cli::kEnvironment, fmt::format("{} cannot be read: this idn_latency was built without "
                                                    "libsndfile; install libsndfile1-dev and build it again",
                                                    path));
}

}  // namespace idn::latency
