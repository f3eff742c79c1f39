// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "cli/command_line.hpp"
#include "idn/endpoint.hpp"
#include "idn_parser/limits/limits.hpp"

/// Options that several commands have.
namespace idn::parser {

/// How a result is printed, and the page it is also written to.
struct ResultOptions {
  bool json = false;
  std::string html;  ///< path of the page; empty: none
};
void add_output(const cli::CommandLine& command, ResultOptions& output);

/// --limits; the file is read when the command runs.
struct LimitsOption {
  std::string file;  ///< empty: none

  /// Adds broken limits to `findings`. @return how many limits were checked; empty without --limits
  std::optional<std::size_t> check(const Metrics& metrics, const std::vector<Subject>& subjects,
                                   Findings& findings) const;
};
void add_limits(const cli::CommandLine& command, LimitsOption& limits);

void add_port(const cli::CommandLine& command, std::uint16_t& port);

/// Writes `content` to the file, or nothing if `path` is empty.
/// @return the message for the user: "Page written to report.html.\n"; empty if `path` is
std::string write_result(const std::string& path, const std::string& content, const char* what);

}  // namespace idn::parser
