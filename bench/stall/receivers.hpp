// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "idn/analysis/stream_metrics.hpp"

namespace idn::bench {

/// What a receiver with a buffer of that length makes of a stream.
struct BufferOutcome {
  Duration buffer{};
  Duration dark{};
  std::size_t overruns = 0;
  Duration dropped{};  ///< media time that the overruns cost
};

/// One for each length. The datagrams have to be in the order of arrival.
std::vector<BufferOutcome> play(std::span<const analysis::SampleDatagram> datagrams,
                                std::span<const Duration> buffers);

}  // namespace idn::bench
