// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "idn/export.hpp"
#include "idn/sample.hpp"
#include "idn/stop_token.hpp"

namespace idn::stream {

/// Where the samples of a stream come from.
/// Threads: one, which is not the tick thread. Real-time: not required; it may block.
class IDN_EXPORT SampleSource {
 public:
  virtual ~SampleSource() = default;

  /// Fills `out` from the front and returns how many; 0 is the end. May block until there are samples, but must
  /// return on a stop request. May throw; the stream then ends dark.
  virtual std::size_t read(std::span<LaserSample> out, stop_token stop) = 0;

  /// How many samples there will be in all; nothing if endless or unknown.
  virtual std::optional<std::uint64_t> total() const { return std::nullopt; }
};

}  // namespace idn::stream
