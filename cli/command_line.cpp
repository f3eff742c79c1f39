// SPDX-License-Identifier: MIT
#include "cli/command_line.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"
#include "cli/version.hpp"

namespace idn::cli {

std::optional<int> parse(CLI::App& app, int argc, const char* const* argv) {
  app.set_version_flag("--version", app.get_name() + " " + kVersion);
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForVersion& version) {
    return app.exit(version);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "{}: {}; see {} --help\n", app.get_name(), error.what(), app.get_name());
    return kUsage;
  }
}

CLI::Option* add_count(CLI::App& app, const std::string& name, std::uint64_t& value, std::uint64_t least,
                       std::uint64_t most, const std::string& description) {
  const auto take = [&value, name, least, most](const std::string& text) {
    const auto count = parse_count(text);
    if (!count || *count < least || *count > most)
      throw CLI::ValidationError(name, fmt::format("\"{}\" is not a number from {} to {}", text, least, most));
    value = *count;
  };
  return app.add_option_function<std::string>(name, take, description)->type_name("N");
}

CLI::Option* add_duration(CLI::App& app, const std::string& name, Duration& value,
                          const std::string& description) {
  const auto take = [&value, name](const std::string& text) {
    const auto duration = parse_duration(text);
    if (!duration)
      throw CLI::ValidationError(name, fmt::format("\"{}\" is not a time such as 10s or 250ms", text));
    value = *duration;
  };
  return app.add_option_function<std::string>(name, take, description)->type_name("TIME");
}

}  // namespace idn::cli
