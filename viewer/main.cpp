// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"
#include "viewer/offscreen.hpp"
#include "viewer/window.hpp"

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("idn_viewer", [&] {
    const auto parsed = viewer::parse_options(argc, argv);
    if (const int* exit_code = std::get_if<int>(&parsed)) return *exit_code;
    const auto& options = std::get<viewer::Options>(parsed);
    return options.is_offscreen() ? viewer::run_offscreen(options) : viewer::run_window(options, argc, argv);
  });
}
