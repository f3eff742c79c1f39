// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <concepts>
#include <functional>
#include <optional>
#include <string>

#include "cli/units.hpp"

namespace idn::cli {

/// Parses, adds --version, and prints --help or one line with the mistake and where to read on. Empty values
/// are mistakes (of a shell variable that is not set, mostly), and so is a file to write that is read or
/// written by another option as well. Returns the exit code where the program should end now.
std::optional<int> parse(CLI::App& app, int argc, const char* const* argv);

/// Parses one line of a file, in which words with spaces stand in quotes. Throws Failure with `where` ahead of
/// the mistake.
void parse_line(CLI::App& app, const std::string& where, const std::string& line);

/// A mistake in the value of an option; `names` as the option was given them, "--rate,-r".
CLI::ValidationError wrong_value(const std::string& names, const std::string& what);

/// `text` as a whole number within [least, most], "100k" and the like included. Throws wrong_value().
std::uint64_t read_count(const std::string& names, const std::string& text, std::uint64_t least,
                         std::uint64_t most);

/// An option that takes "100k" and the like, within [least, most].
template <std::unsigned_integral Count>
CLI::Option* add_count(CLI::App& app, const std::string& names, Count& value, std::uint64_t least,
                       std::uint64_t most, const std::string& description) {
  const auto take = [&value, names, least, most](const std::string& text) {
    value = static_cast<Count>(read_count(names, text, least, most));
  };
  return app.add_option_function<std::string>(names, take, description)->type_name("N");
}

/// An option that names a file to write; "-" is refused, as programs print to standard output themselves.
CLI::Option* add_output_file(CLI::App& app, const std::string& names, std::string& path,
                             const std::string& description);

/// An option that takes any number within [least, most].
CLI::Option* add_number(CLI::App& app, const std::string& names, double& value, double least, double most,
                        const std::string& description);

/// An option that takes "10s", "250ms" and the like, but no time of zero.
CLI::Option* add_duration(CLI::App& app, const std::string& names, Duration& value,
                          const std::string& description);

/// An option that takes what `from_name` knows, which returns something like an optional. `choices` for people.
template <class T, class FromName>
CLI::Option* add_choice(CLI::App& app, const std::string& names, T& value, FromName from_name,
                        const std::string& choices, const std::string& description) {
  const auto take = [&value, names, from_name, choices](const std::string& text) {
    const auto found = from_name(text);
    if (!found) throw wrong_value(names, fmt::format("\"{}\" is none of {}", text, choices));
    value = *found;
  };
  return app.add_option_function<std::string>(names, take, description)->type_name("NAME");
}

}  // namespace idn::cli
