// SPDX-License-Identifier: MIT
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace idn::server {

/// @throws cli::Failure, kUsage, with line and column of the mistake
toml::table parse_toml(std::string_view text, const std::string& file);

/// All of a file.
/// @param option the one that names it, for the remedy
/// @throws cli::Failure, kEnvironment
std::string read_text(const std::string& path, std::string_view option);

}  // namespace idn::server
