// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "bench/fanout/sink.hpp"

namespace idn::bench {

/// What many streams were like at their receivers.
struct FanoutFigures {
  std::uint64_t datagrams = 0;
  std::uint64_t lost = 0;  ///< by sequence number
  double on_target = 0;    ///< share of all offsets that are within 100 us of the tick, as the buckets are
  Duration error_p50{};    ///< of abs(offset - tick), over all streams
  Duration error_p99{};
  Duration worst_stream_p99{};  ///< of the stream that is worst in this
};

/// Arrivals in [from, until). Offsets across lost datagrams are left out.
FanoutFigures measure(std::span<const Arrivals> streams, Duration tick, Duration from, Duration until);

}  // namespace idn::bench
