// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "idn_parser/command/commands.hpp"
#include "idn_parser/command/common_options.hpp"
#include "idn_parser/compare/comparison_report.hpp"
#include "idn_parser/compare/findings.hpp"
#include "idn_parser/compare/pairing.hpp"

namespace idn::parser {
namespace {

constexpr char kCompareManual[] =
    "Measures what a network did to a stream: which datagrams of the capture SENT are\n"
    "in the capture RECEIVED, and how much later.\n\n"
    "Datagrams are matched by sequence number and by their first 64 octets, which hold\n"
    "the time stamp; the content is compared by a hash of all octets. Connections\n"
    "are paired by addresses, ports and client group, or, behind a relay or address\n"
    "translation, by their content; --match 1=2 says that connection 1 of SENT is\n"
    "connection 2 of RECEIVED. Needs 90 octets of memory per datagram of both\n"
    "captures.\n\n"
    "What the numbers mean\n"
    "  lost            between the first and the last datagram that arrived; what was\n"
    "                  sent before or after is counted apart, since the other capture\n"
    "                  may not have run\n"
    "  out of order    came after one that was sent later (RFC 4737)\n"
    "  duplicated      further copies of what had arrived\n"
    "  changed         other content under the same sequence number\n"
    "  delay           difference of the capture times: correct only if one clock\n"
    "                  stamped both captures\n"
    "  clock drift     slope of the delay over time, least squares, with a 95 % interval\n"
    "                  that allows for slowly varying delay\n"
    "  variation       delay above the smallest one (RFC 5481), without the drift where\n"
    "                  its interval excludes 0; with --same-clock nothing is\n"
    "                  removed: a slope is then a change of the network's delay\n\n"
    "Limits\n"
    "  --limits FILE sets a minimum or maximum for any number in --json:\n"
    "    [max]\n"
    "    lost_share = 0.001\n"
    "    delay_variation_p99_us = 500\n\n"
    "Exit codes\n"
    "  0  everything arrived once, in order, unchanged\n"
    "  1  loss, duplicates, reordering, changes, datagrams that SENT lacks, or a\n"
    "     broken limit\n"
    "  2  usage, or connections that cannot be matched\n"
    "  3  no such file, not a capture\n\n"
    "Examples\n"
    "  idn_parser compare sender.pcap receiver.pcap\n"
    "  idn_parser compare in.pcap out.pcap --same-clock --received-port 7256\n";

struct CompareOptions : ResultOptions {
  std::string sent;
  std::string received;
  std::vector<std::string> match;
  std::vector<Pair> given_pairs;
  std::uint16_t port = kIdnPort;
  std::uint16_t received_port = 0;  ///< 0: as `port`
  bool same_clock = false;
  LimitsOption limits;
};

void read_pairs(CompareOptions& options) {
  for (const auto& text : options.match) {
    const auto pair = parse_pair(text);
    if (!pair) throw cli::wrong_value("--match", fmt::format("\"{}\" is not like 1=2", text));
    options.given_pairs.push_back(*pair);
  }
}

ComparisonReport compared(const CompareOptions& options) {
  const auto sent = read_fingerprints(options.sent, options.port);
  const auto received =
      read_fingerprints(options.received, options.received_port == 0 ? options.port : options.received_port);
  const auto pairs = pair_connections(sent, received, options.given_pairs);
  ComparisonReport outcome{
      .sent_file = options.sent, .received_file = options.received, .comparisons = {}, .findings = {}};
  append(outcome.findings, findings_of(sent));
  append(outcome.findings, findings_of(received));
  append(outcome.findings, unpaired(sent, received, pairs));
  for (const Pair& pair : pairs)
    outcome.comparisons.push_back(
        compare(sent.connections[pair.sent], received.connections[pair.received], options.same_clock));
  return outcome;
}

void judge(const LimitsOption& limits, ComparisonReport& outcome) {
  std::vector<Subject> subjects;
  for (const auto& comparison : outcome.comparisons) {
    append(outcome.findings, findings_of(comparison));
    subjects.push_back(subject_of(comparison));
  }
  outcome.limits = limits.check(comparison_metrics(), subjects, outcome.findings);
}

int run_compare(const CompareOptions& options) {
  ComparisonReport outcome = compared(options);
  judge(options.limits, outcome);
  const std::string written = write_result(options.html, options.html.empty() ? "" : to_html(outcome), "Page");
  fmt::print("{}", options.json ? to_json(outcome) : to_text(outcome) + written);
  return outcome.findings.empty() ? cli::kOk : cli::kFindings;
}

}  // namespace

void add_compare(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<CompareOptions>();
  const cli::CommandLine command =
      app.add_subcommand("compare", "Measure what a network did between two captures");
  command.footer(kCompareManual);
  command.add_option("SENT", options->sent, "capture made at the sender")
      .required()
      .type_name("")
      .reads_files();
  command.add_option("RECEIVED", options->received, "capture made at the receiver")
      .required()
      .type_name("")
      .reads_files();
  add_output(command, *options);
  add_limits(command, options->limits);
  command.add_flag("--same-clock", options->same_clock, "one clock stamped both captures: remove no drift");
  command.add_option("--match", options->match, "connection M of SENT is connection N of RECEIVED; repeatable")
      .type_name("M=N");
  add_port(command, options->port);
  command.add_count("--received-port", options->received_port, 1, 65535,
                    "UDP port of the receivers in RECEIVED, --port unless given");
  command.callback([options, &run] {
    if (options->sent == "-" && options->received == "-")
      throw cli::wrong_value("RECEIVED", "standard input (-) can be read only once");
    read_pairs(*options);
    run = [options] { return run_compare(*options); };
  });
}

}  // namespace idn::parser
