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

/// As many senders as sessions, each from its own socket to a service of its own, in one loop.
/// @return the exit code
int run_sessions(const SessionsOptions& options);

}  // namespace idn::load
