// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "idn_parser/command/common_options.hpp"
#include "idn_parser/measure/playback.hpp"
#include "idn_parser/samples/source_option.hpp"

namespace idn::parser {

/// The options of `idn_parser report`.
struct ReportOptions : ResultOptions {
  std::vector<std::string> files;
  // Paths of output files; empty: not written.
  std::string samples;
  std::string csv;
  std::string datagrams;
  std::string png;
  std::string plot = "histogram";
  std::uint64_t stream = 0;  ///< number of the stream whose figure is drawn, from 1; 0: the first that has it
  LimitsOption limits;
  std::vector<stream::SenderTransform> sources;
  std::uint16_t port = kIdnPort;
  std::optional<PlaybackOptions> playback{};
  bool details = false;
  std::string at;     ///< --at; empty: none
  Duration window{};  ///< --window; zero: none
};

/// Adds the options and their manual. `options` must outlive the parsing, which writes to it.
void add_report_options(const cli::CommandLine& command, ReportOptions& options);

}  // namespace idn::parser
