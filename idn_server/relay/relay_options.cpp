// SPDX-License-Identifier: MIT
#include "idn_server/relay/relay_options.hpp"

#include <fmt/core.h>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/network.hpp"
#include "cli/units.hpp"
#include "idn/client/devices.hpp"
#include "idn/stream/find/target.hpp"
#include "idn_server/faults/fault_options.hpp"
#include "idn_server/faults/plan_check.hpp"
#include "venue/venue.hpp"

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
    "  idn_server relay --target 192.168.1.50 --loss 5 --delay 10ms --jitter 5ms --reorder 2\n"
    "  idn_server relay --target 127.0.0.1:7300 --distance 100km --rate-limit 10M\n"
    "  idn_server relay --target 192.168.1.50 --faults plan.toml --json\n"
    "  idn_server relay --target Left --loss 1\n"
    "  idn_server relay --target Left --view 127.0.0.1:7256    beside idn_viewer --listen 7256\n";

/// The receiver by its name in the venue file, or as the library finds it.
Endpoint receiver_at(const std::string& option, const std::string& text, const std::string& venue_file) {
  const auto given = stream::parse_target(text);
  std::string target = text;
  if (!given || given->may_be_name()) {
    const auto venue = load_venue(venue_file);
    if (!venue) throw cli::Failure(cli::kUsage, venue.error());
    target = venue->find(text).target;
  }
  const auto parsed = stream::parse_target(target);
  const bool needs_search = parsed && parsed->needs_search();
  client::Engine engine({.realtime = false});
  client::Devices devices(engine, needs_search ? client::Search::InBackground : client::Search::Off);
  const auto place = devices.find(target);
  if (!place)
    throw cli::Failure(place.error().code == Errc::BadTarget ? cli::kUsage : cli::kEnvironment,
                       option + " " + place.error().message());
  return place->at;
}

void add_place_options(const cli::CommandLine& app, RelayOptions& options, std::string& to,
                       std::string& venue_file, std::string& view) {
  app.add_option(
         "--target,-t", to,
         "the receiver: a projector of the venue file by its name, HOST[:PORT], or a unit by ID or name as "
         "idn_sender scan lists it")
      .type_name("TARGET")
      .required();
  app.add_option("--venue", venue_file, kVenueOption).type_name("FILE");
  app.add_option(
         "--view", view,
         "who looks: gets a copy of what the receiver gets, and is not heard, as idn_viewer --listen 7256 "
         "at 127.0.0.1:7256; searches do not find the receiver through the relay then, so play to the "
         "relay's address")
      .type_name("HOST[:PORT]");
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
  std::string to, venue_file, view;
  Duration duration{};
  cli::Program app("idn_server relay", kRelayDescription);
  app.footer(std::string(kRelayManual) + kFaultPlanHelp + kEnd);
  add_place_options(app, options, to, venue_file, view);
  app.add_parsed(
         "--distance", cli::parse_kilometres, [&](double distance) { options.kilometres = distance; },
         fmt::format("a distance from 0 to {:.0f} km", cli::kMostKilometres),
         fmt::format("kilometres of fibre in between, 0 to {:.0f}", cli::kMostKilometres))
      .type_name("KM");
  add_fault_options(app, faults);
  app.add_output_file("--record-sent", options.record_sent, "capture file of what comes to the relay");
  app.add_output_file("--record-received", options.record_received, "capture file of what leaves it");
  const cli::Option duration_option = app.add_duration("--duration,-d", duration, "end after this time");
  app.add_flag("--no-realtime", options.no_realtime, "do not ask for real-time priority and locked memory");
  app.add_flag("--json", options.json, "print JSON lines: start, faults, summary");
  if (const auto exit_code = app.parse(argc, argv)) return *exit_code;
  if (duration_option.is_given()) options.duration = duration;
  options.plan = fault_plan(faults);
  add_distance(options.plan, options.kilometres);
  options.to = receiver_at("--target", to, venue_file);
  if (!view.empty()) options.view = receiver_at("--view", view, venue_file);
  return options;
}

}  // namespace idn::server
