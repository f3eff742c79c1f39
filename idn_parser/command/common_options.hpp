// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "cli/command_line.hpp"
#include "idn/endpoint.hpp"
#include "idn_parser/limits/limits.hpp"

/// What several commands take.
namespace idn::parser {

/// Where a result goes besides the terminal.
struct OutputOptions {
  bool json = false;
  std::string html;  ///< where to; empty: nowhere
};
void add_output(const cli::Command& command, OutputOptions& output);

/// --limits; the file is read when the command runs.
struct LimitsOption {
  std::string file;  ///< empty: none

  /// Adds what is broken to the findings; returns how many limits were checked, nothing without a file.
  std::optional<std::size_t> check(Metrics metrics, const std::vector<Subject>& subjects,
                                   Findings& findings) const;
};
void add_limits(const cli::Command& command, LimitsOption& limits);

void add_port(const cli::Command& command, std::uint16_t& port);

/// Writes a result where `path` is one. Returns what to tell about it: "Page written to report.html.\n".
std::string write_result(const std::string& path, const std::string& content, const char* what);

}  // namespace idn::parser
