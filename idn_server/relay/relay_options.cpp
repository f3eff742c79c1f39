// SPDX-License-Identifier: MIT
#include "idn_server/relay/relay_options.hpp"

#include <fmt/core.h>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/network.hpp"
#include "cli/units.hpp"
#include "idn/io/find/network.hpp"
#include "idn_server/faults/fault_options.hpp"
#include "idn_server/faults/plan_check.hpp"

namespace idn::server {
namespace {

constexpr char kRelayDescription[] =
    "Forwards datagrams between senders and a receiver, and adds the faults of real networks in both\n"
    "directions. Senders stream to the relay as to the receiver itself.";

constexpr char kRelayManual[] =
    "\nDelayed datagrams leave when they are due, some tens of microseconds late; the summary reports how "
    "late. "
    "Each\n"
    "sender gets a port of its own towards the receiver, 64 at most. --distance delays each way by 5 us per\n"
    "kilometre of fibre, besides --delay. The recordings are those of idn_server --record: one of what came "
    "to\n"
    "the relay, one of what left it, for idn_parser to compare.\n\n";

constexpr char kEnd[] =
    "Exit codes\n"
    "  0  ended as asked\n"
    "  2  usage, mistake in the fault plan\n"
    "  3  port in use, receiver unknown, file or output cannot be written, recording incomplete\n\n"
    "Examples\n"
    "  idn_server relay --to 192.168.1.50 --loss 5 --delay 10ms --jitter 5ms --reorder 2\n"
    "  idn_server relay --to 127.0.0.1:7300 --distance 100km --rate-limit 10M\n"
    "  idn_server relay --to 192.168.1.50 --faults plan.toml --json\n";

Endpoint receiver_at(const std::string& text) {
  const auto colon = text.rfind(':');
  const bool has_port = colon != std::string::npos;
  const auto port =
      has_port ? cli::parse_count(text.substr(colon + 1)) : std::optional<std::uint64_t>(kIdnPort);
  if (!port || *port == 0 || *port > 65535)
    throw cli::Failure(cli::kUsage, fmt::format("--to: \"{}\" is not HOST[:PORT]", text));
  const auto endpoint = io::resolve(text.substr(0, colon), static_cast<std::uint16_t>(*port));
  if (!endpoint)
    throw cli::Failure(cli::kEnvironment, fmt::format("--to {}: {}; check the name, or give its address", text,
                                                      endpoint.error().message()));
  return *endpoint;
}

void add_place_options(const cli::CommandLine& app, RelayOptions& options, std::string& to) {
  app.add_option("--to", to, "the receiver, HOST[:PORT]").type_name("HOST").required();
  app.add_count("--port", options.port, 0, 65535, "UDP port that senders stream to; 0 for a free one [7255]");
  app.add_parsed(
         "--bind", cli::parse_address, [&options](std::uint32_t address) { options.address = address; },
         "an IPv4 address", "IPv4 address that senders stream to; default every interface")
      .type_name("ADDRESS");
}

}  // namespace

std::variant<RelayOptions, int> parse_relay_options(int argc, const char* const* argv) {
  RelayOptions options;
  FaultOptions faults;
  std::string to;
  Duration duration{};
  cli::Program app("idn_server relay", kRelayDescription);
  app.footer(std::string(kRelayManual) + kFaultPlanHelp + kEnd);
  add_place_options(app, options, to);
  app.add_parsed(
         "--distance", cli::parse_kilometres, [&](double distance) { options.kilometres = distance; },
         fmt::format("a distance from 0 to {:.0f} km", cli::kMostKilometres),
         fmt::format("kilometres of fibre in between, 0 to {:.0f}", cli::kMostKilometres))
      .type_name("KM");
  add_fault_options(app, faults);
  app.add_output_file("--record-sent", options.record_sent, "capture file of what comes to the relay");
  app.add_output_file("--record-received", options.record_received, "capture file of what leaves it");
  const cli::Option duration_option = app.add_duration("--duration", duration, "end after this time");
  app.add_flag("--no-realtime", options.no_realtime, "do not ask for real-time priority and locked memory");
  app.add_flag("--json", options.json, "print JSON lines: start, faults, summary");
  if (const auto exit_code = app.parse(argc, argv)) return *exit_code;
  if (duration_option.is_given()) options.duration = duration;
  options.plan = fault_plan(faults);
  add_distance(options.plan, options.kilometres);
  options.to = receiver_at(to);
  return options;
}

}  // namespace idn::server
