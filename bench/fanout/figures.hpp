// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "bench/fanout/sink.hpp"

namespace idn::bench {

/// Timing of many streams at their receivers.
struct FanoutFigures {
  std::uint64_t datagrams = 0;  ///< those with an offset to the one before
  std::uint64_t lost = 0;       ///< by sequence number
  double on_target = 0;         ///< share of all offsets that are less than 100 us from the tick
  Duration error_p50{};         ///< of abs(offset - tick), over all streams
  Duration error_p99{};
  Duration worst_stream_p99{};  ///< of the stream that is worst in this
};

/// Measures the arrivals in [from, until). Offsets across lost datagrams are left out.
FanoutFigures measure(std::span<const SinkArrivals> streams, Duration tick, Duration from, Duration until);

}  // namespace idn::bench
