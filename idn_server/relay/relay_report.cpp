// SPDX-License-Identifier: MIT
#include "idn_server/relay/relay_report.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/failure.hpp"
#include "cli/json_text.hpp"
#include "cli/standard_streams.hpp"
#include "idn_server/commands.hpp"
#include "idn_server/open.hpp"
#include "idn_server/report/parts.hpp"

namespace idn::server {
namespace {

using Json = nlohmann::ordered_json;

std::string summary_text(const RelayReport& report) {
  const auto& lateness = report.lateness;
  std::string text = fmt::format(
      "relayed   {} over {:.2f} s for {}; left late by {:.1f} us on average, {:.0f} us at most, {:.2f} % "
      "within 50 us\n",
      counted(lateness.count(), "datagram"), in_seconds(report.elapsed), counted(report.senders, "sender"),
      in_micros(lateness.mean()), in_micros(lateness.worst()), 100 * lateness.share_within_50us());
  const auto line = [&](std::uint64_t count, std::string_view meaning) {
    if (count > 0) text += fmt::format("          {} {}\n", counted(count, "datagram"), meaning);
  };
  line(report.refused, "of senders beyond those that are served");
  line(report.kernel_drops, "dropped by the kernel; raise net.core.rmem_max");
  line(report.unsent, "refused by the network");
  text += faults_lines(report.faults);
  for (const auto& recording : report.recordings) text += recording_line(recording);
  return text;
}

Json summary_json(const RelayOptions& options, const RelayReport& report) {
  Json json{{"event", "summary"},
            {"elapsed_s", in_seconds(report.elapsed)},
            {"seed", options.plan.seed},
            {"senders", report.senders},
            {"refused", report.refused},
            {"not_sent", report.unsent},
            {"dropped_by_kernel", report.kernel_drops},
            {"faults", faults_json(report.faults)},
            {"late",
             {{"datagrams", report.lateness.count()},
              {"average_us", in_micros(report.lateness.mean())},
              {"max_us", in_micros(report.lateness.worst())},
              {"share_within_50us", report.lateness.share_within_50us()}}},
            {"recordings", Json::array()}};
  for (const auto& recording : report.recordings) json["recordings"].push_back(recording_json(recording));
  return json;
}

bool is_complete(const RecordingFacts& recording) {
  return recording.missing == 0 && !recording.fault;
}

}  // namespace

std::string relay_start(const RelayOptions& options, const Endpoint& local) {
  if (options.json)
    return cli::json_line({{"event", "start"},
                           {"local", to_string(local)},
                           {"port", local.port},
                           {"to", to_string(options.to)},
                           {"seed", options.plan.seed}});
  return fmt::format("relaying from {} to {}, with --seed {}\n", to_string(local), to_string(options.to),
                     options.plan.seed);
}

std::string relay_summary(const RelayOptions& options, const RelayReport& report) {
  return options.json ? cli::json_line(summary_json(options, report)) : summary_text(report);
}

int run_relay(int argc, const char* const* argv) {
  const auto asked = parse_relay_options(argc, argv);
  if (const int* exit_code = std::get_if<int>(&asked)) return *exit_code;
  const auto& options = std::get<RelayOptions>(asked);
  Relay relay(options);
  fmt::print("{}", relay_start(options, relay.local()));
  cli::flush_output();
  if (const auto& problem = relay.broadcast_problem(); !problem.empty())
    fmt::print(stderr, "idn_server: {}\n", unit_not_found_text("relay", relay.local(), problem));
  const RelayReport report = relay.run();
  fmt::print("{}", relay_summary(options, report));
  return std::ranges::all_of(report.recordings, is_complete) ? cli::kOk : cli::kEnvironment;
}

}  // namespace idn::server
