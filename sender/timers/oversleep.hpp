// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "idn/io/clock.hpp"

namespace idn::sender {

/// How much later than wanted waits ended.
struct Oversleep {
  std::size_t waits = 0;
  Duration p50{0};
  Duration p90{0};
  Duration p99{0};
  Duration most{0};
};

/// Nearest ranks: the smallest value that at least that share of all does not exceed. Nothing of nothing.
Oversleep summarise(std::vector<Duration> late);

/// Some hundred waits of a millisecond each, or as many as fit into the time for one row of the report.
Oversleep measure_waits(io::Clock& clock);

/// The smallest step between two readings of the clock.
Duration clock_granularity(io::Clock& clock);

}  // namespace idn::sender
