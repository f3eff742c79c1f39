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

/// Checks that a stream of idn_sender, 100'000 samples per second, loses nothing while hostile datagrams arrive
/// from many ports.
/// @return the exit code
int run_flood(const FloodOptions& options);

}  // namespace idn::load
