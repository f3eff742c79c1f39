// SPDX-License-Identifier: MIT
#include "idn_server/options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <boost/asio/ip/address_v4.hpp>
#include <charconv>
#include <set>

#include "cli/command_line.hpp"
#include "idn_server/unit_identity.hpp"

namespace idn::server {
namespace {

using wire::ServiceType;

constexpr char kDescription[] =
    "Receives IDN streams like a projector: answers searches, decodes what senders stream, measures how\n"
    "evenly it arrives and records it. Shows no light. A software aid, not a safety device.";

constexpr char kManual[] =
    "Services\n"
    "  ID:TYPE[:NAME] with an ID from 1 to 255 and the types laser, dmx and audio. The first of each type is\n"
    "  the default that senders get with service 0. Laser waves and frames are decoded, the rest is received\n"
    "  and ignored. A service serves one channel at a time; others wait until it is free.\n\n"
    "Unit ID\n"
    "  A locally administered EUI-48, made from this machine's identity and the port: it stays the same from\n"
    "  start to start, and two servers on one machine differ.\n\n"
    "Output\n"
    "  One line when the server listens, a line for each stream that begins or goes dark, a live line on a\n"
    "  terminal and a summary at the end (SIGINT, SIGTERM or --duration). With --json these are JSON objects,\n"
    "  one per line, with \"event\" start, stream_started, dark, stream (each second and stream),\n"
    "  recording_failed or summary.\n"
    "  Arrival times come from the kernel where it offers them. lost counts sequence numbers that never "
    "came.\n\n"
    "Recording\n"
    "  A pcap file with nanoseconds, IP addresses and ports, both directions, for Wireshark, tshark and\n"
    "  idn_parser. An existing file is overwritten. When the disk is full the server goes on, the file ends\n"
    "  with the last complete packet, and what is missing is counted.\n\n"
    "Exit codes\n"
    "  0  ended as asked\n"
    "  2  usage\n"
    "  3  port in use, file cannot be written, recording incomplete\n\n"
    "Examples\n"
    "  idn_server --record show.pcap --duration 60s\n"
    "  idn_server --port 0 --service 1:laser:Left --service 2:laser:Right\n"
    "  idn_server --json | jq 'select(.event == \"dark\")'\n";

std::optional<ServiceType> type_from(std::string_view name) {
  if (name == "laser") return ServiceType::LaserProjector;
  if (name == "dmx") return ServiceType::Dmx512;
  if (name == "audio") return ServiceType::Audio;
  return std::nullopt;
}

/// The first service of each type becomes its default.
std::vector<wire::ServiceMapEntry> read_services(const std::vector<std::string>& texts) {
  std::vector<wire::ServiceMapEntry> services;
  std::set<std::uint8_t> ids;
  std::set<ServiceType> types;
  for (const auto& text : texts) {
    auto service = parse_service(text);
    if (!service)
      throw CLI::ValidationError("--service",
                                 fmt::format("\"{}\" is not ID:TYPE[:NAME] with an ID from 1 to 255 "
                                             "and the type laser, dmx or audio",
                                             text));
    if (!ids.insert(service->service_id).second)
      throw CLI::ValidationError("--service", fmt::format("ID {} is given twice", service->service_id));
    if (types.insert(service->type).second) service->flags = wire::ServiceMapEntry::kDefaultService;
    services.push_back(*service);
  }
  return services;
}

std::uint32_t read_address(const std::string& text) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address_v4(text, error);
  if (error) throw CLI::ValidationError("--bind", fmt::format("\"{}\" is not an IPv4 address", text));
  return address.to_uint();
}

}  // namespace

std::optional<wire::ServiceMapEntry> parse_service(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  unsigned id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + colon, id);
  if (error != std::errc{} || end != text.data() + colon || id < 1 || id > 255) return std::nullopt;
  const std::string_view rest = text.substr(colon + 1);
  const std::string_view type_name = rest.substr(0, rest.find(':'));
  const auto type = type_from(type_name);
  if (!type) return std::nullopt;
  const bool is_named = type_name.size() < rest.size();
  const std::string name =
      is_named ? std::string(rest.substr(type_name.size() + 1)) : fmt::format("{} {}", type_name, id);
  return wire::ServiceMapEntry{static_cast<std::uint8_t>(id), *type, 0, 0, wire::FixedText<20>(name)};
}

std::variant<Options, int> parse_options(int argc, const char* const* argv) {
  Options options;
  options.name = host_name();
  std::vector<std::string> services{"1:laser:Laser"};
  Duration duration{};
  CLI::App app{kDescription, "idn_server"};
  app.footer(kManual);
  app.add_option("--port", options.port, "UDP port; 0 for a free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--bind", [&](const std::string& text) { options.address = read_address(text); },
         "IPv4 address to receive on; default every interface")
      ->type_name("ADDRESS");
  app.add_option("--name", options.name, "name of the unit, at most 20 octets go out; default the host name")
      ->type_name("NAME");
  app.add_option("--service", services, "an output, repeatable; see below")
      ->type_name("SPEC")
      ->capture_default_str();
  app.add_option("--record", options.record, "write all traffic to this capture file")->type_name("FILE");
  const auto* duration_option = cli::add_duration(app, "--duration", duration, "end after this time");
  app.add_flag("--json", options.json, "print JSON lines");
  app.add_flag("--quiet", options.quiet, "print only the first line, the summary and faults");
  app.final_callback([&] {
    options.services = read_services(services);
    if (*duration_option && duration <= Duration::zero())
      throw CLI::ValidationError("--duration", "has to be longer than nothing");
    if (*duration_option) options.duration = duration;
  });
  if (const auto exit_code = cli::parse(app, argc, argv)) return *exit_code;
  return options;
}

}  // namespace idn::server
