// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "idn_parser/command/commands.hpp"

namespace idn::parser {

/// What the command line asks for, or the exit code of a program that is done with it: --help, --version and
/// mistakes, which are explained in one line. Words that begin with no command are those of `report`.
std::variant<Run, int> parse_command_line(int argc, const char* const* argv);

}  // namespace idn::parser
