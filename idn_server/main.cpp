// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"
#include "idn_server/server.hpp"

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("idn_server", [&] {
    const auto asked = server::parse_options(argc, argv);
    if (const int* exit_code = std::get_if<int>(&asked)) return *exit_code;
    const auto& options = std::get<server::Options>(asked);
    const auto reporter = options.json ? server::make_json_reporter() : server::make_text_reporter();
    return server::Server(options, *reporter).run();
  });
}
