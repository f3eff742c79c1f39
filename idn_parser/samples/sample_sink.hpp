// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "idn/stream/receive/receiver_listener.hpp"

namespace idn::parser {

/// Identifies a chunk in the output.
struct ChunkOrigin {
  std::size_t stream = 0;  ///< number of the stream in the report, from 1
  std::uint8_t channel = 0;
  std::uint64_t chunk = 0;  ///< number within the stream, from 1: of a wave chunk or a complete frame
};

/// Output file for decoded samples. Functions throw cli::Failure if it cannot be written.
class SampleSink {
 public:
  virtual ~SampleSink() = default;
  SampleSink(const SampleSink&) = delete;
  SampleSink& operator=(const SampleSink&) = delete;

  virtual void take(const ChunkOrigin& origin, const stream::SampleChunk& chunk) = 0;
  /// Completes the file. It gets its name only now: without commit() there is no file.
  virtual void commit() = 0;
  /// Samples taken so far.
  virtual std::uint64_t samples() const noexcept = 0;

 protected:
  SampleSink() = default;
};

/// ILDA frames for "*.ild", JSON lines for "*.jsonl", else CSV.
std::unique_ptr<SampleSink> open_samples(const std::string& path);

}  // namespace idn::parser
