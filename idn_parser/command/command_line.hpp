// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "idn_parser/command/commands.hpp"

namespace idn::parser {

/// @return the function that runs the chosen command; or the exit code, if the program ends at once: after
/// --help and --version, which it prints, and after a usage error, explained in one line. Without a command,
/// `report` is meant.
std::variant<Run, int> parse_command_line(int argc, const char* const* argv);

}  // namespace idn::parser
