// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/stall/bursts.hpp"
#include "bench/stall/receivers.hpp"

namespace idn::bench {

struct StallPlan {
  std::string sender;  ///< the program idn_sender
  std::vector<Duration> stalls;
  std::vector<Duration> buffers;  ///< of the receivers
  std::uint64_t repeats = 0;      ///< of each stall
  std::uint64_t seed = 0;         ///< for the order of the stalls and where in a tick they begin
};

/// The effect of one stall, from some steady time before it to some after it.
struct StallOutcome {
  Duration asked{};  ///< the sender was stopped for this time, or a little longer
  StallTrace trace{};
  std::vector<BufferOutcome> receivers{};
};

/// Streams once, 100 kHz and 100 samples per datagram, and stops the sender by a signal again and again.
/// @throws std::runtime_error when the sender does not stream to the end; the message says why
std::vector<StallOutcome> run_stalls(const StallPlan& plan);

}  // namespace idn::bench
