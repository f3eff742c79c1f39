// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "idn/analysis/stream_metrics.hpp"

namespace idn::bench {

/// How a receiver with a buffer of this length plays a stream.
struct BufferOutcome {
  Duration buffer{};  ///< how long the first chunk waits; the receiver holds twice as much (ReceiverBuffer)
  Duration dark{};
  std::size_t overruns = 0;
  Duration dropped{};  ///< media time that the overruns cost
};

/// One outcome for each buffer. The datagrams have to be in the order of arrival.
std::vector<BufferOutcome> play(std::span<const analysis::SampleDatagram> datagrams,
                                std::span<const Duration> buffers);

}  // namespace idn::bench
