// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "cli/terminal.hpp"
#include "cli/timing_json.hpp"
#include "cli/units.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/command/commands.hpp"
#include "idn_parser/command/report_options.hpp"
#include "idn_parser/limits/stream_metrics.hpp"
#include "idn_parser/plot/picture.hpp"
#include "idn_parser/plot/plots.hpp"
#include "idn_parser/report/csv.hpp"
#include "idn_parser/report/datagram_table.hpp"
#include "idn_parser/report/first_page.hpp"
#include "idn_parser/report/html.hpp"
#include "idn_parser/report/json.hpp"
#include "idn_parser/report/text.hpp"
#include "idn_parser/report/windows.hpp"
#include "idn_parser/samples/export.hpp"

namespace idn::parser {
namespace {

/// The figure of the stream chosen by --stream; without that option, of the first stream that has this figure.
std::optional<Plot> chosen_plot(const ReportOptions& options, const Report& report) {
  if (options.stream > report.streams.size())
    throw cli::Failure(cli::kUsage,
                       fmt::format("--stream {}: the capture has {}", options.stream, report.streams.size()));
  for (std::size_t i = 0; i < report.streams.size(); ++i)
    if (options.stream == 0 || options.stream == i + 1)
      if (auto plot = plot_of(plot_facts(report, report.streams[i]), options.plot)) return plot;
  return std::nullopt;
}

/// Called last: a build without librsvg throws here, when all other output has been written.
void write_figure(const ReportOptions& options, const Plot& plot) {
  cli::write_file_atomically(options.png, to_png(standalone_svg(plot.svg)));
  if (!options.json) fmt::print("Figure written to {}.\n", options.png);
}

std::string write_files(const ReportOptions& options, const Report& report) {
  return write_result(options.html, options.html.empty() ? "" : to_html(report), "Page") +
         write_result(options.csv, options.csv.empty() ? "" : to_csv(report.streams), "Histogram");
}

std::string write_samples(const ReportOptions& options, const Report& report) {
  if (options.samples.empty()) return {};
  const auto [samples, skipped] = export_samples(report, options.samples, options.sources);
  if (skipped > 0)
    fmt::print(stderr, "idn_parser: {}: {} datagrams skipped: the capture cut them\n", options.samples,
               skipped);
  return fmt::format("{} samples written to {}.\n", samples, options.samples);
}

std::string write_datagrams(const ReportOptions& options, const Report& report) {
  if (options.datagrams.empty()) return {};
  return fmt::format("{} datagrams written to {}.\n", write_datagrams(report, options.datagrams),
                     options.datagrams);
}

Duration moment_of(const std::string& text, const Report& report) {
  if (const auto utc = cli::parse_utc(text)) return *utc;
  return report.capture.first_time.value_or(Duration{}) + cli::parse_duration(text).value_or(Duration{});
}

std::string text_of(const ReportOptions& options, const Report& report) {
  if (!options.at.empty()) return moment_text(report, moment_of(options.at, report));
  if (options.details) return to_text(report, cli::output_style().columns);
  return first_page_text(report, cli::output_style());
}

int run_report(const ReportOptions& options) {
  Report report = analyse(
      {.files = options.files,
       .port = options.port,
       .playback = options.playback,
       .window = options.window > Duration{0} ? std::optional(options.window) : std::nullopt,
       .keep_datagrams = !options.datagrams.empty() || !options.at.empty(),
       .record_over_time = !options.html.empty() || (!options.png.empty() && options.plot == "lateness")});
  report.limits = options.limits.check(stream_metrics(), subjects_of(report), report.findings);
  if (report.limits) judge_windows(read_limits_file(options.limits.file, stream_metrics()), report);
  const auto plot = options.png.empty() ? std::nullopt : chosen_plot(options, report);
  const bool lacks_plot = !options.png.empty() && !plot;
  const std::string written =
      write_files(options, report) + write_datagrams(options, report) + write_samples(options, report);
  fmt::print("{}", options.json ? to_json(report) : text_of(options, report) + written);
  if (plot) write_figure(options, *plot);
  if (lacks_plot)
    fmt::print(stderr, "idn_parser: {}: nothing to show for --plot {}\n", options.png, options.plot);
  return report.findings.empty() && !lacks_plot ? cli::kOk : cli::kFindings;
}

}  // namespace

void add_report(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<ReportOptions>();
  const cli::CommandLine command =
      app.add_subcommand("report", "Measure the timing of the streams of a capture");
  add_report_options(command, *options);
  command.callback([options, &run] { run = [options] { return run_report(*options); }; });
}

}  // namespace idn::parser
