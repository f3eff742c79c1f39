// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "cli/command_line_fwd.hpp"

/// The subcommands of idn_parser. Each adds itself to the command line and sets `run` when it is chosen.
namespace idn::parser {

using Run = std::function<int()>;

void add_report(CLI::App& app, Run& run);
void add_compare(CLI::App& app, Run& run);
void add_merge(CLI::App& app, Run& run);
void add_diff(CLI::App& app, Run& run);

}  // namespace idn::parser
