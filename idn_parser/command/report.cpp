// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/command/commands.hpp"
#include "idn_parser/command/report_options.hpp"
#include "idn_parser/report/html.hpp"
#include "idn_parser/report/json.hpp"
#include "idn_parser/report/text.hpp"
#include "idn_parser/samples/export.hpp"

namespace idn::parser {
namespace {

std::string write_page(const ReportOptions& options, const Report& report) {
  if (options.html.empty()) return {};
  const std::string page = to_html(report);
  cli::write_whole_file(options.html, std::as_bytes(std::span(page)));
  return fmt::format("Page written to {}.\n", options.html);
}

std::string write_samples(const ReportOptions& options, const Report& report) {
  if (options.samples.empty()) return {};
  const auto [samples, left_out] = export_samples(report, options.samples, options.sources);
  if (left_out > 0)
    fmt::print(stderr, "idn_parser: {}: {} datagrams are left out, the capture does not hold them whole\n",
               options.samples, left_out);
  return fmt::format("{} samples written to {}.\n", samples, options.samples);
}

int run_report(const ReportOptions& options) {
  const Report report = analyse({.files = options.files, .port = options.port, .playback = options.playback});
  const std::string written = write_page(options, report) + write_samples(options, report);
  fmt::print("{}", options.json ? to_json(report) : to_text(report) + written);
  return report.findings.empty() ? cli::kOk : cli::kFindings;
}

}  // namespace

void add_report(CLI::App& app, Run& run) {
  const auto options = std::make_shared<ReportOptions>();
  CLI::App& command = *app.add_subcommand("report", "Tell how evenly the streams of a capture were sent");
  add_report_options(command, *options);
  command.callback([options, &run] { run = [options] { return run_report(*options); }; });
}

}  // namespace idn::parser
