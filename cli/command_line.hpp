// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "cli/units.hpp"

namespace idn::cli {

/// Parses, adds --version, and prints --help or one line with the mistake. Returns the exit code where the
/// program should end now.
std::optional<int> parse(CLI::App& app, int argc, const char* const* argv);

/// An option that takes "100k" and the like, within [least, most].
CLI::Option* add_count(CLI::App& app, const std::string& name, std::uint64_t& value, std::uint64_t least,
                       std::uint64_t most, const std::string& description);

/// An option that takes "10s", "250ms" and the like.
CLI::Option* add_duration(CLI::App& app, const std::string& name, Duration& value,
                          const std::string& description);

}  // namespace idn::cli
