// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/command/commands.hpp"
#include "idn_parser/command/common_options.hpp"
#include "idn_parser/merge/merged.hpp"
#include "idn_parser/report/csv.hpp"

namespace idn::parser {
namespace {

constexpr char kMergeManual[] =
    "Shows several captures of the same test as one result, as publications do: offsets\n"
    "counted together, counts scaled to 60 s. Streams of the runs belong together by\n"
    "client group, channel and order.\n\n"
    "Counts, times and offsets are added up, so on target, average, rate error and\n"
    "percentiles are those of all offsets. Jitter, start delay and smallest buffer are\n"
    "the largest of all runs. Mean, spread (standard deviation) and 95 % interval of the\n"
    "mean are those of the runs, each of which counts once. Frame streams whose periods differ by more than "
    "100 us\n"
    "have no period in common, so nothing is on target. --group TITLE starts another\n"
    "test, whose runs follow it; all tests come onto one page. Needs 8 octets of\n"
    "memory per datagram of a group, and as much again for the percentiles.\n\n"
    "Exit codes\n"
    "  0  the same streams in all runs, nothing wrong with them\n"
    "  1  findings in a run, a stream that not all runs have, runs that are not alike,\n"
    "     or one capture twice\n"
    "  2  usage\n"
    "  3  no such file, not a capture, page cannot be written\n\n"
    "Examples\n"
    "  idn_parser merge run1.pcap run2.pcap run3.pcap\n"
    "  idn_parser merge --html page.html --group Linux l1.pcap l2.pcap \\\n"
    "    --group Windows w1.pcap w2.pcap\n";

struct MergeOptions : ResultOptions {
  std::string title = "Merged runs";
  std::vector<std::string> runs;
  std::vector<std::vector<std::string>> groups;  ///< a title and its runs
  std::string csv;
  std::uint16_t port = kIdnPort;
};

void check(const MergeOptions& options) {
  if (options.runs.empty() && options.groups.empty()) throw cli::wrong_value("RUN", "give captures to merge");
  for (const auto& group : options.groups)
    if (group.size() < 2) throw cli::wrong_value("--group", "needs a title and at least one capture");
  auto runs = options.runs;
  for (const auto& group : options.groups) runs.insert(runs.end(), group.begin() + 1, group.end());
  if (std::ranges::count(runs, "-") > 0) throw cli::wrong_value("RUN", "standard input is no run; give files");
}

RunGroup measured(const std::string& title, std::span<const std::string> files, std::uint16_t port) {
  std::vector<MeasuredRun> runs;
  for (const auto& file : files)
    runs.push_back(
        {file, analyse({.files = {file}, .port = port, .keep_deviations = true, .judge_shown = false})});
  return merge(title, runs);
}

std::vector<RunGroup> measured(const MergeOptions& options) {
  std::vector<RunGroup> groups;
  if (!options.runs.empty()) groups.push_back(measured(options.title, options.runs, options.port));
  for (const auto& group : options.groups)
    groups.push_back(measured(group.front(), std::span(group).subspan(1), options.port));
  return groups;
}

std::string csv_of(const std::vector<RunGroup>& groups) {
  std::vector<StreamFacts> streams;
  for (const RunGroup& group : groups)
    for (const MergedStream& stream : group.streams) streams.push_back(stream.all);
  return to_csv(streams);
}

int run_merge(const MergeOptions& options) {
  const auto groups = measured(options);
  std::string written =
      write_result(options.html, options.html.empty() ? "" : to_html(groups, options.title), "Page");
  written += write_result(options.csv, options.csv.empty() ? "" : csv_of(groups), "Histogram");
  fmt::print("{}", options.json ? to_json(groups) : to_text(groups) + written);
  const bool is_fine = std::ranges::all_of(groups, [](const auto& group) { return group.findings.empty(); });
  return is_fine ? cli::kOk : cli::kFindings;
}

}  // namespace

void add_merge(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<MergeOptions>();
  const cli::CommandLine command = app.add_subcommand("merge", "Show several runs of a test as one result");
  command.footer(kMergeManual);
  command.add_option("RUN", options->runs, "captures of the same test").type_name("").reads_files();
  command.add_option("--title", options->title, "of these runs, and of the page").type_name("TEXT");
  command.add_option("--group", options->groups, "another test and its runs; repeatable")
      .type_name("TITLE RUN...")
      .reads_files()
      .values(2, 1000);
  add_output(command, *options);
  command.add_output_file("--csv", options->csv, "also write the histograms as CSV");
  add_port(command, options->port);
  command.callback([options, &run] {
    check(*options);
    run = [options] { return run_merge(*options); };
  });
}

}  // namespace idn::parser
