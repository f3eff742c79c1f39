// SPDX-License-Identifier: MIT
#pragma once

#include "cli/command_line.hpp"
#include "idn/stream/send/blanked_move.hpp"

namespace idn::sender {

/// Scanners for which pictures are drawn: times of blanked moves and lines.
struct MoveOptions {
  double scanner_kpps = 30;   ///< class of the scanners
  bool has_scanners = false;  ///< it is given on the command line
  Duration dwell_before{-1};  ///< dark rest before blanked moves; negative: as the scanners need it
  Duration dwell_after{-1};   ///< dark rest after them; negative: as the scanners need it

  stream::MoveTiming timing() const noexcept;
};

void add_move_options(const cli::CommandLine& command, MoveOptions& options);

}  // namespace idn::sender
