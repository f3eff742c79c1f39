// SPDX-License-Identifier: MIT
#include "bench/command.hpp"

namespace idn::bench {

void add_picture(const cli::Command&, Run&) {}

}  // namespace idn::bench
