// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "idn_server/faults/fault_plan.hpp"

namespace idn::server {

/// A fault plan as a TOML text. A seed in the text replaces that of the plan.
/// @throws cli::Failure that names line, column, key and remedy
FaultPlan read_fault_plan(std::string_view toml, const std::string& file, std::uint64_t seed);

/// @throws cli::Failure, kEnvironment also when the file cannot be read
FaultPlan read_fault_file(const std::string& path, std::uint64_t seed);

}  // namespace idn::server
