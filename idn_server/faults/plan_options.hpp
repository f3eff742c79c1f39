// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/command_line_fwd.hpp"
#include "idn_server/faults/fault_plan.hpp"

namespace idn::server {

/// The options that make up a fault plan, or name a file with one. What they say applies to what arrives, apart
/// from what is about acknowledges and the link.
struct FaultOptions {
  std::string file;
  FaultPlan plan;
  bool has_seed = false;
};

/// `options` outlives the parsing.
void add_fault_options(CLI::App& app, FaultOptions& options);

/// The plan that was asked for; without a seed of its own it gets one by chance.
/// @throws cli::Failure
FaultPlan fault_plan(const FaultOptions& options);

/// For --help: what a file looks like.
extern const char kFaultManual[];

}  // namespace idn::server
