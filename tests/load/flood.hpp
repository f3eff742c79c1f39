// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/time.hpp"

namespace idn::load {

struct FloodOptions {
  std::uint64_t rate = 100'000;  ///< datagrams per second
  Duration duration = std::chrono::seconds(30);
  std::uint64_t seed = 1;
};

/// One good stream of 100'000 samples per second by idn_sender, and hostile datagrams from many ports beside
/// it.
/// @return the exit code
int run_flood(const FloodOptions& options);

}  // namespace idn::load
