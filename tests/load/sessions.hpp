// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/time.hpp"

namespace idn::load {

struct SessionsOptions {
  std::size_t sessions = 64;
  std::uint64_t rate = 30'000;  ///< samples per second, of each
  Duration duration = std::chrono::seconds(60);
};

/// Streams to idn_server by many sender sessions in one loop, each with its own socket and service, and checks
/// that nothing is lost.
/// @return the exit code
int run_sessions(const SessionsOptions& options);

}  // namespace idn::load
