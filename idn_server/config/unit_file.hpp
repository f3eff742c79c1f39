// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "idn_server/unit_options.hpp"

/// Several units described in a TOML file.
namespace idn::server {

/// At least one unit; no two share a name, a unit ID, or an address and port.
/// @throws cli::Failure that names line, column, key and remedy
std::vector<UnitOptions> read_units(std::string_view toml, const std::string& file);

/// Reads and parses a file. @throws cli::Failure, with kEnvironment if the file cannot be read
std::vector<UnitOptions> read_unit_file(const std::string& path);

}  // namespace idn::server
