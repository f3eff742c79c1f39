// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/report/report.hpp"
#include "idn_parser/samples/source_option.hpp"

namespace idn::parser {

struct SampleExport {
  std::uint64_t samples = 0;  ///< rows in the file
  std::uint64_t skipped = 0;  ///< datagrams that the capture does not hold whole, or of too many connections
};

/// Reads the capture of `report` once more and writes every laser sample that a receiver decodes from it, in
/// the order of the capture. Throws cli::Failure.
/// @param path CSV, or one JSON object per line for "*.jsonl"
SampleExport export_samples(const Report& report, const std::string& path,
                            std::span<const stream::SenderTransform> sources);

}  // namespace idn::parser
