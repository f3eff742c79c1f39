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
  std::optional<PlaybackOptions> playback{};  ///< simulate this receiver for wave streams
  bool keep_deviations = false;               ///< keep the deviation of every packet offset, as `merge` needs
  std::optional<Duration> window{};           ///< also measure each stream in windows of this length
  bool keep_datagrams = false;                ///< keep a row for each sample datagram, as --datagrams needs
  bool record_over_time = false;              ///< record lateness over time, for its figure
  bool judge_shown = true;                    ///< judge what an output shows: `playback`, or one of 40 ms
};

/// Reads whole captures and measures their streams. Throws cli::Failure when one is not readable at all.
Report analyse(const AnalysisOptions& options);

inline Report analyse(const std::string& file, std::uint16_t port) {
  return analyse({.files = {file}, .port = port});
}

}  // namespace idn::parser
