// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include "cli/file.hpp"
#include "idn_parser/samples/sample_sink.hpp"

namespace idn::parser {

/// Writes samples as CSV with a header line, or as one JSON object per line if the name ends in ".jsonl".
class SampleFile final : public SampleSink {
 public:
  explicit SampleFile(const std::string& path);

  void take(const ChunkOrigin& origin, const stream::SampleChunk& chunk) override;
  void commit() override;
  std::uint64_t samples() const noexcept override { return rows_; }

 private:
  void flush();

  cli::AtomicFile file_;
  bool json_;
  fmt::memory_buffer text_;
  std::uint64_t rows_ = 0;
};

}  // namespace idn::parser
