// SPDX-License-Identifier: MIT
#pragma once

namespace idn::etherdream {

/// idn_etherdream, as cli::run_main() takes it: the exit code, or an exception.
int run(int argc, const char* const* argv);

}  // namespace idn::etherdream
