// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/command_line.hpp"
#include "idn_server/faults/fault_plan.hpp"

namespace idn::server {

/// The options that make up a fault plan, or name a file with one. What they say applies to what arrives, apart
/// from what is about acknowledges and the link.
struct FaultOptions {
  std::string file;
  FaultPlan plan;
  std::optional<std::uint64_t> seed;
};

/// `options` outlives the parsing.
void add_fault_options(const cli::Command& app, FaultOptions& options);

/// The plan that was asked for; without a seed of its own it gets one by chance.
/// @throws cli::Failure
FaultPlan fault_plan(const FaultOptions& options);

/// For --help: what a file looks like.
extern const char kFaultPlanHelp[];

}  // namespace idn::server
