// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

struct AnalysisOptions {
  std::vector<std::string> files;             ///< pcap or pcapng, "-" for standard input; one report of all
  std::uint16_t port = kIdnPort;              ///< UDP port of the receivers
  std::optional<PlaybackOptions> playback{};  ///< the receiver to play wave streams to
  bool keep_deviations = false;               ///< of all packet offsets of each stream, to merge them
  std::optional<Duration> window{};           ///< to measure streams anew in each
  bool keep_datagrams = false;                ///< of each stream, to list them
  bool watch_over_time = false;               ///< for the figure of the lateness of each stream
};

/// Reads whole captures and measures their streams. Throws cli::Failure when one is not readable at all.
Report analyse(const AnalysisOptions& options);

inline Report analyse(const std::string& file, std::uint16_t port) {
  return analyse({.files = {file}, .port = port});
}

}  // namespace idn::parser
