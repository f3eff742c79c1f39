// SPDX-License-Identifier: MIT
#include <variant>

#include "idn_server/commands.hpp"
#include "idn_server/server.hpp"

namespace idn::server {

int run_receive(int argc, const char* const* argv) {
  const auto asked = parse_options(argc, argv);
  if (const int* exit_code = std::get_if<int>(&asked)) return *exit_code;
  const auto& options = std::get<Options>(asked);
  const auto reporter = options.json ? make_json_reporter() : make_text_reporter(options.details);
  return Server(options, *reporter).run();
}

}  // namespace idn::server
