// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/command/commands.hpp"
#include "idn_parser/command/common_options.hpp"
#include "idn_parser/diff/report_diff.hpp"
#include "idn_parser/limits/stream_metrics.hpp"
#include "idn_parser/report/json.hpp"

namespace idn::parser {
namespace {

constexpr char kDiffManual[] =
    "Shows the numbers of two reports side by side and by how much they differ. A and B\n"
    "are captures, or what --json wrote. Streams belong together by client group,\n"
    "channel and order.\n\n"
    "  --limit METRIC=N   METRIC may differ by at most N, up or down; N% counts from A.\n"
    "                     Repeatable; the metrics are those of the output\n\n"
    "Exit codes\n"
    "  0  no limit broken, the same streams in both\n"
    "  1  findings\n"
    "  2  usage, or a JSON file that is no report\n"
    "  3  no such file, not a capture\n\n"
    "Examples\n"
    "  idn_parser diff before.pcap after.pcap\n"
    "  idn_parser show.pcap --json >reference.json\n"
    "  idn_parser diff reference.json new.pcap --limit deviation_p99_us=10%\n";

struct DiffOptions {
  std::string before;
  std::string after;
  bool json = false;
  std::vector<std::string> limit;
  std::vector<ChangeLimit> limits;
  std::uint16_t port = kIdnPort;
};

void read_limits(DiffOptions& options) {
  for (const auto& text : options.limit) try {
      options.limits.push_back(parse_change_limit(text, stream_metrics()));
    } catch (const std::invalid_argument& error) {
      throw cli::wrong_value("--limit", error.what());
    }
}

bool looks_like_json(const std::string& path) {
  return path != "-" && (std::ifstream(path, std::ios::binary) >> std::ws).peek() == '{';
}

std::vector<Subject> subjects_in(const std::string& path, std::uint16_t port) {
  if (!looks_like_json(path)) return subjects_of(analyse(path, port));
  const auto text = cli::read_whole_file(path, "give a capture, or a report that --json wrote");
  try {
    const auto report = nlohmann::ordered_json::parse(text);
    if (report.at("schema") != kJsonSchema || report.at("program") != "idn_parser")
      throw cli::Failure(cli::kUsage, fmt::format("{}: no report of schema {}; write it again with --json",
                                                  path, kJsonSchema));
    return subjects_of(report);
  } catch (const nlohmann::json::exception& error) {
    throw cli::Failure(cli::kUsage, fmt::format("{}: no report ({}); give a capture, or what --json wrote",
                                                path, error.what()));
  }
}

int run_diff(const DiffOptions& options) {
  auto difference =
      diff_of(subjects_in(options.before, options.port), subjects_in(options.after, options.port));
  difference.before_file = options.before;
  difference.after_file = options.after;
  append(difference.findings, broken_limits(options.limits, difference));
  fmt::print("{}", options.json ? to_json(difference) : to_text(difference));
  return difference.findings.empty() ? cli::kOk : cli::kFindings;
}

}  // namespace

void add_diff(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<DiffOptions>();
  const cli::CommandLine command = app.add_subcommand("diff", "Show two reports side by side");
  command.footer(kDiffManual);
  command.add_option("A", options->before, "capture or JSON report").required().type_name("").reads_files();
  command.add_option("B", options->after, "capture or JSON report").required().type_name("").reads_files();
  command.add_flag("--json", options->json, "print the result as one JSON object");
  command.add_option("--limit", options->limit, "the most that METRIC may differ; repeatable")
      .type_name("METRIC=N");
  add_port(command, options->port);
  command.callback([options, &run] {
    if (options->before == "-" && options->after == "-")
      throw cli::wrong_value("B", "standard input (-) can be read only once");
    read_limits(*options);
    run = [options] { return run_diff(*options); };
  });
}

}  // namespace idn::parser
