// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "idn_server/faults/fault_plan.hpp"

namespace idn::server {

/// Parses a fault plan in TOML.
/// @param seed of the plan if the text has none
/// @throws cli::Failure that names line, column, key and remedy
FaultPlan read_fault_plan(std::string_view toml, const std::string& file, std::uint64_t seed);

/// Reads and parses a file. @throws cli::Failure, with kEnvironment if the file cannot be read
FaultPlan read_fault_file(const std::string& path, std::uint64_t seed);

}  // namespace idn::server
