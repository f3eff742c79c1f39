// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "cli/capture.hpp"
#include "idn_parser/progress.hpp"

namespace idn::parser {

/// Total size of the files in octets; 0 (unknown) if one of them has no size, as standard input has none.
inline std::uint64_t size_of(std::span<const std::string> files) {
  std::uint64_t size = 0;
  for (const auto& file : files) {
    std::error_code error;
    const auto octets = std::filesystem::file_size(file, error);
    if (error) return 0;
    size += octets;
  }
  return size;
}

/// Calls `take` for every datagram of the captures, and shows a progress bar on a terminal. Throws what
/// cli::open_captures() throws.
template <class Take>
capture::CaptureInfo read_datagrams(std::span<const std::string> files, Take take) {
  auto reader = cli::open_captures(files);
  Progress progress(size_of(files));
  while (const auto* const datagram = reader.next()) {
    take(*datagram);
    if (progress.is_due()) progress.show(reader.octets());
  }
  return reader.facts();
}

}  // namespace idn::parser
