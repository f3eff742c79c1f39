// SPDX-License-Identifier: MIT
#include "idn_parser/command/common_options.hpp"

#include <fmt/core.h>

#include "cli/command_line.hpp"
#include "cli/file.hpp"

namespace idn::parser {

void add_output(const cli::CommandLine& command, ResultOptions& output) {
  command.add_flag("--json", output.json, "print the result as one JSON object");
  command.add_output_file("--html", output.html, "also write the result as a self-contained page");
}

std::optional<std::size_t> LimitsOption::check(const Metrics& metrics, const std::vector<Subject>& subjects,
                                               Findings& findings) const {
  if (file.empty()) return std::nullopt;
  const auto limits = read_limits_file(file, metrics);
  append(findings, broken_limits(limits, subjects));
  return limits.size();
}

void add_limits(const cli::CommandLine& command, LimitsOption& limits) {
  command.add_option("--limits", limits.file, "TOML file with the limits to keep, see below")
      .type_name("FILE")
      .reads_files();
}

void add_port(const cli::CommandLine& command, std::uint16_t& port) {
  command.add_count("--port", port, 1, 65535, "UDP port of the receivers, 7255 unless given");
}

std::string write_result(const std::string& path, const std::string& content, const char* what) {
  if (path.empty()) return {};
  cli::write_file_atomically(path, std::as_bytes(std::span(content)));
  return fmt::format("{} written to {}.\n", what, path);
}

}  // namespace idn::parser
