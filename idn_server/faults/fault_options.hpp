// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/command_line.hpp"
#include "idn_server/faults/fault_plan.hpp"

namespace idn::server {

/// The options of a fault plan, or the file with one. They apply to received datagrams, except those for
/// acknowledges and for the link.
struct FaultOptions {
  std::string file;
  FaultPlan plan;
  std::optional<std::uint64_t> seed;
};

/// `options` must outlive the parsing.
void add_fault_options(const cli::CommandLine& app, FaultOptions& options);

/// The plan from the options; without a seed, a random one is drawn.
/// @throws cli::Failure
FaultPlan fault_plan(const FaultOptions& options);

/// For --help: what a file looks like.
extern const char kFaultPlanHelp[];

}  // namespace idn::server
