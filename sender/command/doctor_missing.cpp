// SPDX-License-Identifier: MIT
#include "sender/command/commands.hpp"

namespace idn::sender {

/// The doctor reads and changes settings of Linux, so there is none on other systems.
void add_doctor(const cli::CommandLine& /*app*/, Run& /*run*/) {}

}  // namespace idn::sender
