// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "idn/picture/pattern.hpp"
#include "sender/command/move_options.hpp"

namespace idn::sender {

/// Which pattern, how large, in which colour.
struct PatternOptions {
  std::string name;
  double size = 0.5;
  std::string colour = "ffffff";
};

void add_pattern_options(const cli::CommandLine& command, PatternOptions& options);

/// Draws the pattern. Throws cli::Failure for an unknown pattern or an invalid colour.
std::vector<LaserSample> draw(const PatternOptions& options, SampleRate rate, const MoveOptions& moves);

}  // namespace idn::sender
