// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "idn/stream/receiver_listener.hpp"

namespace idn::parser {

/// Where a chunk belongs.
struct ChunkOrigin {
  std::size_t stream = 0;  ///< as the report numbers them, from 1
  std::uint8_t channel = 0;
  std::uint64_t chunk = 0;  ///< of the stream, from 1: a wave chunk, or a complete frame
};

/// What decoded samples are written to. Every function throws cli::Failure.
class SampleSink {
 public:
  virtual ~SampleSink() = default;
  SampleSink(const SampleSink&) = delete;
  SampleSink& operator=(const SampleSink&) = delete;

  virtual void take(const ChunkOrigin& origin, const stream::SampleChunk& chunk) = 0;
  /// The file takes its name only now.
  virtual void commit() = 0;
  virtual std::uint64_t samples() const noexcept = 0;

 protected:
  SampleSink() = default;
};

/// ILDA frames for "*.ild", JSON lines for "*.jsonl", else CSV.
std::unique_ptr<SampleSink> open_samples(const std::string& path);

}  // namespace idn::parser
