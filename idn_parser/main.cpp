// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"
#include "idn_parser/command/command_line.hpp"

int main(int argc, char** argv) {
  const auto run = [&] {
    const auto parsed = idn::parser::parse_command_line(argc, argv);
    if (const int* exit_code = std::get_if<int>(&parsed)) return *exit_code;
    return std::get<idn::parser::Run>(parsed)();
  };
  return idn::cli::run_main("idn_parser", run, true);
}
