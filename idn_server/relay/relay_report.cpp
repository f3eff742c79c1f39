// SPDX-License-Identifier: MIT
#include "idn_server/relay/relay_report.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
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
  line(report.view_unsent, "for --view refused by the network");
  text += faults_lines(report.faults);
  for (const auto& recording : report.recordings) text += to_string(recording) + "\n";
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

}  // namespace

std::string relay_start(const RelayOptions& options, const Endpoint& local) {
  if (options.json)
    return cli::json_line({{"event", "start"},
                           {"local", to_string(local)},
                           {"port", local.port},
                           {"to", to_string(options.to)},
                           {"seed", options.plan.seed}});
  return fmt::format("relaying from {} to {}, with --seed {}{}\n", to_string(local), to_string(options.to),
                     options.plan.seed,
                     options.view ? "; what is to be seen is played to this address, not to the receiver" : "");
}

std::string relay_summary(const RelayOptions& options, const RelayReport& report) {
  return options.json ? cli::json_line(summary_json(options, report)) : summary_text(report);
}

}  // namespace idn::server
