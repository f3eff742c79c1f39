// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "bench/report/spread.hpp"
#include "cli/command_line.hpp"

namespace idn::bench {

using Json = nlohmann::ordered_json;

/// Adds --json FILE, which every benchmark has.
void add_results_option(const cli::CommandLine& command, std::string& file);

/// Writes the results of a benchmark, with a description of the machine. Does nothing without a file name.
/// @throws cli::Failure
void write_results(const std::string& file, const std::string& benchmark, Json results);

/// An object with "median", "min" and "max"; null for nothing.
Json to_json(const std::optional<Spread>& spread);

}  // namespace idn::bench
