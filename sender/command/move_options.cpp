// SPDX-License-Identifier: MIT
#include "sender/command/move_options.hpp"

#include "cli/units.hpp"

namespace idn::sender {
namespace {

void add_dwell(const cli::CommandLine& command, const std::string& name, Duration& value,
               const std::string& description) {
  const auto take = [&value, name](const std::string& text) {
    const auto given = cli::parse_duration(text);
    if (!given || *given > stream::MoveTiming::kLongest)
      throw cli::wrong_value(name, fmt::format("\"{}\" is not a time from 0ms to 30ms", text));
    value = *given;
  };
  command.add_option(name, take, description).type_name("TIME");
}

}  // namespace

stream::MoveTiming MoveOptions::timing() const noexcept {
  auto timing = stream::MoveTiming::for_scanners(scanner_kpps);
  if (dwell_before >= Duration{0}) timing.dwell_before = dwell_before;
  if (dwell_after >= Duration{0}) timing.dwell_after = dwell_after;
  return timing;
}

void add_move_options(const cli::CommandLine& command, MoveOptions& options) {
  command
      .add_parsed(
          "--scanners", cli::parse_kpps,
          [&options](double kpps) { options.scanner_kpps = kpps, options.has_scanners = true; },
          "a class of scanners from 1k to 200k",
          "class of the scanners, 30k or 30 (kpps): slower ones get more time for blanked moves and drawn "
          "lines [the venue file's, or 30k]")
      .type_name("N");
  add_dwell(command, "--dwell-before", options.dwell_before,
            "dark rest before each blanked move [0.1ms with scanners of 30 kpps]");
  add_dwell(command, "--dwell-after", options.dwell_after,
            "dark rest after each blanked move [0.4ms with scanners of 30 kpps]");
  command.fold("moves of the beam", {"--scanners", "--dwell-before", "--dwell-after"});
}

}  // namespace idn::sender
