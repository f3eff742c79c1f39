// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"
#include "plugins/etherdream/run.hpp"

int main(int argc, char** argv) {
  return idn::cli::run_main("idn_etherdream", [&] { return idn::etherdream::run(argc, argv); });
}
