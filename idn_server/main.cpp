// SPDX-License-Identifier: MIT
#include <string_view>

#include "cli/failure.hpp"
#include "idn_server/relay/relay_report.hpp"
#include "idn_server/server.hpp"

namespace {

int run_receiver(int argc, const char* const* argv) {
  using namespace idn;
  const auto asked = server::parse_options(argc, argv);
  if (const int* exit_code = std::get_if<int>(&asked)) return *exit_code;
  const auto& options = std::get<server::Options>(asked);
  const auto reporter = options.json ? server::make_json_reporter() : server::make_text_reporter();
  return server::Server(options, *reporter).run();
}

}  // namespace

int main(int argc, char** argv) {
  return idn::cli::run_main("idn_server", [&] {
    const std::string_view command = argc > 1 ? argv[1] : "";
    // Without a command it receives.
    if (command == "relay") return idn::server::run_relay(argc - 1, argv + 1);
    if (command == "receive") return run_receiver(argc - 1, argv + 1);
    return run_receiver(argc, argv);
  });
}
