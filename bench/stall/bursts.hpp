// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "idn/analysis/stream_metrics.hpp"

namespace idn::bench {

/// How a stall shows in the arrivals.
struct StallTrace {
  Duration longest_gap{};         ///< between two adjacent datagrams
  std::size_t largest_burst = 0;  ///< datagrams that came one right after the other; 1 in an even stream
  std::size_t datagrams = 0;
};

/// Datagrams belong to one burst when the offset between neighbours is less than half of the display time that
/// the earlier one carries. They have to be in the order of arrival.
StallTrace trace(std::span<const analysis::SampleDatagram> datagrams) noexcept;

}  // namespace idn::bench
