// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.hpp"

namespace idn::sender {

/// Adds --interface, repeatable: the networks on which units are searched for. A name of no interface is
/// refused with those there are.
void add_interface_option(const cli::CommandLine& command, std::vector<std::string>& interfaces);

}  // namespace idn::sender
