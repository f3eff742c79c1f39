// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"
#include "plugins/etherdream/bridge.hpp"

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("idn_etherdream", [&] {
    const auto asked = etherdream::parse_options(argc, argv);
    if (const int* const exit_code = std::get_if<int>(&asked)) return *exit_code;
    return etherdream::Bridge(std::get<etherdream::Options>(asked)).run();
  });
}
