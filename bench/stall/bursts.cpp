// SPDX-License-Identifier: MIT
#include "bench/stall/bursts.hpp"

#include <algorithm>

namespace idn::bench {

StallTrace trace(std::span<const analysis::SampleDatagram> datagrams) noexcept {
  StallTrace found{.datagrams = datagrams.size()};
  if (datagrams.empty()) return found;
  std::size_t burst = found.largest_burst = 1;
  for (std::size_t i = 1; i < datagrams.size(); ++i) {
    const Duration offset = datagrams[i].arrival - datagrams[i - 1].arrival;
    found.longest_gap = std::max(found.longest_gap, offset);
    burst = 2 * offset < datagrams[i - 1].duration ? burst + 1 : 1;
    found.largest_burst = std::max(found.largest_burst, burst);
  }
  return found;
}

}  // namespace idn::bench
