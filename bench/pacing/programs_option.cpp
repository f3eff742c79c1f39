// SPDX-License-Identifier: MIT
#include "bench/pacing/programs_option.hpp"

#include "cli/command_line.hpp"

namespace idn::bench {

Programs default_programs() {
  return {.sender = IDN_SENDER,
          .peer = IDN_LASER_DAC_PEER,
          .libera_host = IDN_LIBERA_PLAYER,
          .libera_plugin = IDN_LIBERA};
}

void add_programs(const cli::CommandLine& command, Programs& programs) {
  command.add_option("--sender", programs.sender, "the program idn_sender [as built]").type_name("FILE");
  command.add_option("--peer", programs.peer, "the program laser_dac_peer [as built]").type_name("FILE");
}

}  // namespace idn::bench
