// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "idn/io/send/clock.hpp"

namespace idn::sender {

/// Statistics of oversleep: how much later than their deadlines waits ended.
struct Oversleep {
  std::size_t waits = 0;
  Duration p50{0};
  Duration p90{0};
  Duration p99{0};
  Duration p99_9{0};
  Duration most{0};
};

/// Percentiles by nearest rank; all zero for an empty list.
Oversleep summarise(std::vector<Duration> late);

/// Measures 300 waits of 1 ms, or as many as end within 0.6 s.
Oversleep measure_waits(io::Clock& clock);

/// The smallest difference above zero between two consecutive readings of the clock.
Duration clock_granularity(io::Clock& clock);

}  // namespace idn::sender
