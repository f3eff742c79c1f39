// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/report/report.hpp"
#include "idn_parser/samples/source_option.hpp"

namespace idn::parser {

struct SampleExport {
  std::uint64_t samples = 0;  ///< rows in the file
  /// Datagrams that the capture cut, or of connections beyond Replay::kMaxConnections.
  std::uint64_t skipped = 0;
};

/// Reads the capture of `report` again and writes every laser sample that a receiver decodes from it, in
/// the order of the capture. Throws cli::Failure.
/// @param path ILDA frames for "*.ild", one JSON object per line for "*.jsonl", otherwise CSV
/// @param sources corrections for the samples of some senders (--source)
SampleExport export_samples(const Report& report, const std::string& path,
                            std::span<const stream::SenderTransform> sources);

}  // namespace idn::parser
