// SPDX-License-Identifier: MIT
#include "plugins/etherdream/run.hpp"

#include <variant>

#include "plugins/etherdream/bridge.hpp"

namespace idn::etherdream {

int run(int argc, const char* const* argv) {
  const auto asked = parse_options(argc, argv);
  if (const int* const exit_code = std::get_if<int>(&asked)) return *exit_code;
  return Bridge(std::get<BridgeOptions>(asked)).run();
}

}  // namespace idn::etherdream
