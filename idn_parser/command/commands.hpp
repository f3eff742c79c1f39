// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "cli/command_line.hpp"

/// The subcommands of idn_parser. Each function adds one to the command line; if the user gives it, parsing
/// sets `run`.
namespace idn::parser {

using Run = std::function<int()>;

void add_report(const cli::CommandLine& app, Run& run);
void add_compare(const cli::CommandLine& app, Run& run);
void add_merge(const cli::CommandLine& app, Run& run);
void add_diff(const cli::CommandLine& app, Run& run);

}  // namespace idn::parser
