// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/file.hpp"
#include "idn/sample.hpp"

namespace idn::parser {

/// One sample as a receiver gets it.
struct SampleRow {
  std::size_t stream = 0;  ///< as the report numbers them, from 1
  std::uint8_t channel = 0;
  std::string_view mode{};   ///< "wave" or "frame"
  std::uint64_t chunk = 0;   ///< of the stream, from 1: a wave chunk, or a complete frame
  std::int64_t time_us = 0;  ///< on the sender's time axis, without wrap
  LaserSample sample{};
};

/// Rows as CSV with a head line, or as one JSON object per line where the name ends in ".jsonl".
class SampleFile {
 public:
  /// Throws cli::Failure, as the other functions do.
  explicit SampleFile(const std::string& path);

  void write(const SampleRow& row);
  /// The file takes its name only now.
  void commit();

  std::uint64_t rows() const noexcept { return rows_; }

 private:
  void flush();

  cli::WholeFile file_;
  bool json_;
  fmt::memory_buffer text_;
  std::uint64_t rows_ = 0;
};

}  // namespace idn::parser
