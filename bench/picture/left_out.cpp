// SPDX-License-Identifier: MIT
#include "bench/command.hpp"

namespace idn::bench {

void add_picture(CLI::App&, Run&) {}

}  // namespace idn::bench
