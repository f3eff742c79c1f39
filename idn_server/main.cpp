// SPDX-License-Identifier: MIT
#include <string_view>

#include "cli/failure.hpp"
#include "idn_server/commands.hpp"

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("idn_server", [&] {
    const std::string_view command = argc > 1 ? argv[1] : "";
    // Without a command it receives.
    if (command == "relay") return server::run_relay(argc - 1, argv + 1);
    if (command == "receive") return server::run_receive(argc - 1, argv + 1);
    return server::run_receive(argc, argv);
  });
}
