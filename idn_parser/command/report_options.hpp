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

/// What `idn_parser report` is asked for.
struct ReportOptions : OutputOptions {
  std::vector<std::string> files;
  std::string samples;    ///< where to; empty: nowhere
  std::string csv;        ///< where to; empty: nowhere
  std::string datagrams;  ///< where to; empty: nowhere
  std::string png;        ///< where to; empty: nowhere
  std::string plot = "histogram";
  std::uint64_t stream = 0;  ///< whose figure, from 1; 0: the first that has it
  LimitsOption limits;
  std::vector<stream::SenderTransform> sources;
  std::uint16_t port = kIdnPort;
  std::optional<PlaybackOptions> playback{};
  Duration window{};  ///< zero: none
};

/// Adds the options and their manual; `options` outlives the parsing.
void add_report_options(const cli::Command& command, ReportOptions& options);

}  // namespace idn::parser
