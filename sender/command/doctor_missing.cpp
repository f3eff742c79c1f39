// SPDX-License-Identifier: MIT
#include "sender/command/commands.hpp"

namespace idn::sender {

/// What it changes and reads is Linux's.
void add_doctor(const cli::Command& /*app*/, Run& /*run*/) {}

}  // namespace idn::sender
