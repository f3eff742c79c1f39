// SPDX-License-Identifier: MIT
#include "idn_parser/command/command_line.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "cli/command_line.hpp"
#include "idn_parser/plot/picture.hpp"

namespace idn::parser {
namespace {

constexpr char kDescription[] =
    "Measures IDN streams in capture files.\n"
    "A FILE without a command means report: idn_parser show.pcap";

constexpr char kManual[] =
    "A capture that is called like a command is written ./report\n\n"
    "Exit codes\n"
    "  0  measured, nothing wrong\n"
    "  1  findings, or a limit is broken\n"
    "  2  usage\n"
    "  3  no such file, not a capture, output cannot be written";

/// Inserts the default command `report`, unless the first word is a command or an option of the program itself.
std::vector<const char*> with_command(const cli::CommandLine& app, int argc, const char* const* argv) {
  constexpr std::array<std::string_view, 3> kProgramOptions{"--help", "-h", "--version"};
  std::vector<const char*> words(argv, argv + argc);
  const std::string first = argc > 1 ? argv[1] : "";
  if (!app.has_subcommand(first) && std::ranges::count(kProgramOptions, first) == 0)
    words.insert(words.begin() + std::min(argc, 1), "report");
  return words;
}

}  // namespace

std::variant<Run, int> parse_command_line(int argc, const char* const* argv) {
  cli::Program app("idn_parser", kDescription);
  app.footer(kManual);
  app.add_to_version(fmt::format("writes {}", output_formats()));
  app.require_subcommand();
  app.set_default_subcommand("report");
  Run run;
  add_report(app, run);
  add_compare(app, run);
  add_merge(app, run);
  add_diff(app, run);
  const auto words = with_command(app, argc, argv);
  if (const auto code = app.parse(static_cast<int>(words.size()), words.data())) return *code;
  return run;
}

}  // namespace idn::parser
