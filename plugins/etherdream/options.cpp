// SPDX-License-Identifier: MIT
#include "plugins/etherdream/options.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cli/command_line.hpp"
#include "cli/network.hpp"
#include "cli/units.hpp"

namespace idn::etherdream {
namespace {

constexpr char kDescription[] =
    "Offers IDN projectors to applications as Ether Dream DACs: what they play to a DAC, the projector shows.\n"
    "A software aid, not a safety device.";

constexpr char kManual[] =
    "Projectors\n"
    "  A TARGET is a projector of the venue file by its name, or a unit ID, a name or a host: "
    "01-123456789ABC/1,\n"
    "  Left, 10.0.0.11. Without one it is all projectors of that file (docs/venue.md), and without these\n"
    "  every projector that is found at the start.\n"
    "  Rate limits, colour shift, limits and arming are those of that file. A projector that is missing is\n"
    "  announced as soon as it is there.\n\n"
    "Addresses\n"
    "  Applications find a DAC by its broadcast and connect to TCP port 7765 of the address that it comes "
    "from.\n"
    "  So each DAC needs an address of this machine for itself: give one --address for each projector, in\n"
    "  their order. One projector without --address is at all addresses. On the machine of the application\n"
    "  127.0.0.2, 127.0.0.3 and so on will do on Linux. The broadcasts go to UDP port 7654 of everybody in\n"
    "  the networks of each address, once a second; applications here may use that port, too.\n\n"
    "Playing\n"
    "  The projector's clock empties the buffer, and so paces the applications. An underrun is dark, and soon "
    "idle\n"
    "  with the underflow flag, until the application prepares and begins anew. An emergency stop ends with "
    "the\n"
    "  command for that, or when the next client connects. A DAC has one client; another one is refused, "
    "unless\n"
    "  the first has been silent for 5 s and does not play. When a client disconnects, in whatever way, it is\n"
    "  dark. Colours are taken as they are: most applications leave the brightness in "
    "them.\n\n"
    "Exit codes\n"
    "  0  ended as asked (SIGINT, SIGTERM, SIGHUP)\n"
    "  2  usage, mistake in the venue file\n"
    "  3  no projector found, an address or port is not available\n\n"
    "Examples\n"
    "  idn_etherdream Left\n"
    "  idn_etherdream Left Right --address 192.168.1.51 --address 192.168.1.52\n"
    "  idn_etherdream 10.0.0.11 --address 127.0.0.2 --capacity 3999 --max-rate 60k\n";

void add_firmware(const cli::CommandLine& app, Firmware& firmware) {
  app.add_count("--capacity", firmware.buffer_capacity, 64, 65535,
                "points of the buffer; some clients assume the default [1799]");
  app.add_count("--max-rate", firmware.max_point_rate, 1, SampleRate::kMax,
                "points per second that it takes at most [100k]");
  app.add_count("--hw-revision", firmware.hardware_revision, 0, 65535,
                "hardware revision that it reports [10]");
  app.add_count("--sw-revision", firmware.software_revision, 0, 65535,
                "software revision that it reports; clients ask those from 2 upwards for the version [2]");
  const auto take_version = [&firmware](const std::string& text) {
    if (text.size() > kVersionOctets)
      throw cli::wrong_value("--version-text", fmt::format("give at most {} octets", kVersionOctets));
    firmware.version = text;
  };
  app.add_option("--version-text", take_version, "version that it reports [libidn]").type_name("TEXT");
}

/// "192.168.1.255" or "192.168.1.255:7654".
std::optional<Endpoint> parse_listener(const std::string& text) {
  const auto colon = text.find(':');
  const auto address = cli::parse_address(text.substr(0, colon));
  const auto port = colon == std::string::npos ? std::optional<std::uint64_t>(kBroadcastPort)
                                               : cli::parse_count(text.substr(colon + 1));
  if (!address || !port || *port < 1 || *port > 65535) return std::nullopt;
  return Endpoint::ipv4(*address, static_cast<std::uint16_t>(*port));
}

void add_network(const cli::CommandLine& app, BridgeOptions& options) {
  app.add_repeatable(
         "--address",
         cli::take_parsed(
             "--address", cli::parse_address,
             [&options](std::uint32_t address) { options.addresses.push_back(address); }, "an IPv4 address"),
         "address of this machine for a DAC, repeatable: one for each projector")
      .type_name("ADDRESS");
  app.add_repeatable(
         "--announce-to",
         cli::take_parsed(
             "--announce-to", parse_listener,
             [&options](const Endpoint& to) { options.announce_to.push_back(to); },
             "an IPv4 address, with a port or without"),
         "where the DACs are announced, repeatable; default the broadcast addresses of their networks")
      .type_name("ADDRESS[:PORT]");
  app.add_count("--port", options.port, 0, 65535,
                "TCP port; nearly all applications use the default only; 0 for a free one [7765]");
}

void check_addresses(const BridgeOptions& options) {
  const auto& addresses = options.addresses;
  if (!addresses.empty() && std::ranges::count(addresses, 0u) > 0)
    throw cli::wrong_value("--address", "0.0.0.0 is no address of a DAC; leave it out");
  for (const auto address : addresses)
    if (std::ranges::count(addresses, address) > 1)
      throw cli::wrong_value("--address", "each DAC needs an address for itself");
  if (options.targets.size() > 1 && addresses.size() != options.targets.size())
    throw cli::wrong_value("--address",
                           fmt::format("{} projectors need {} addresses, but {} given", options.targets.size(),
                                       options.targets.size(), addresses.size()));
}

}  // namespace

std::variant<BridgeOptions, int> parse_options(int argc, const char* const* argv) {
  BridgeOptions options;
  cli::Program app("idn_etherdream", kDescription);
  app.footer(kManual);
  app.add_option("TARGET", options.targets,
                 "projectors; default those of the venue file, or all that are found");
  app.add_option("--venue", options.venue_file, kVenueOption).type_name("FILE");
  add_network(app, options);
  add_firmware(app, options.firmware);
  app.add_flag("--use-intensity", options.behaviour.use_intensity, "the intensity of a point dims its colours");
  app.add_flag("--keep-emergency-stop", options.behaviour.keep_emergency_stop,
               "an emergency stop outlasts the connection that it came by");
  app.add_duration(
      "--underrun-after", options.behaviour.underrun_after,
      "a client whose points have run out is awaited so long, dark, before the DAC is idle [100ms]");
  app.add_flag("--json", options.json, "print JSON objects, one per line");
  app.check([&options] { check_addresses(options); });
  if (const auto code = app.parse(argc, argv)) return *code;
  return options;
}

Venue choose_projectors(Venue venue, const std::vector<std::string>& targets) {
  if (targets.empty()) return venue;
  std::vector<Projector> chosen;
  for (const std::string& target : targets) chosen.push_back(venue.find(target));
  venue.projectors = std::move(chosen);
  return venue;
}

/// The hash is FNV-1a; another one would change the addresses of existing projectors.
std::array<std::uint8_t, 6> hardware_address(const std::string& target) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : target) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  std::array<std::uint8_t, 6> address{0x02};  // locally administered, unicast
  for (std::size_t i = 1; i < address.size(); ++i) address[i] = static_cast<std::uint8_t>(hash >> (8 * i));
  return address;
}

}  // namespace idn::etherdream
