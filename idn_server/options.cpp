// SPDX-License-Identifier: MIT
#include "idn_server/options.hpp"

#include <fmt/core.h>

#include <charconv>
#include <set>

#include "cli/command_line.hpp"
#include "idn/stream/receive/service_table.hpp"
#include "idn_server/config/unit_file.hpp"
#include "idn_server/faults/fault_options.hpp"
#include "idn_server/unit_identity.hpp"

namespace idn::server {
namespace {

constexpr char kDescription[] =
    "Receives IDN streams like a projector: answers searches, decodes what senders stream, measures how\n"
    "evenly it arrives and records it. Shows no light. A software aid, not a safety device.\n"
    "idn_server relay passes streams on to another receiver instead; see idn_server relay --help.";

constexpr char kManual[] =
    "Services\n"
    "  ID:TYPE[:NAME] with an ID from 1 to 255 and the types laser, dmx, audio or a number. The first of each\n"
    "  type is the default that senders get with service 0. A service serves one channel at a time; others\n"
    "  wait until it is free. Of DMX512 and audio the levels are shown: with --service 5:dmx this program is "
    "a\n"
    "  receiver to test lighting desks with.\n"
    "  --per-source is for programs that open a socket for each laser and ask for service 0 with all of them\n"
    "  (MadMapper): the first source, by address and port, gets the default laser, the next one the free "
    "laser\n"
    "  of the lowest ID. Each keeps its laser; after its session another source may get it. One source more\n"
    "  than there are lasers waits. A line says which source got which. Any stranger could take a laser like\n"
    "  this, so it is off unless given.\n\n"
    "Outputs\n"
    "  Each service plays like a DAC with a buffer: the first samples wait for --buffer, all others are shown\n"
    "  where their timestamps place them after the first. Samples that come later are not shown. With twice "
    "the\n"
    "  buffer waiting the oldest samples are dropped. After an underrun longer than the buffer it fills up "
    "again.\n"
    "  An underrun is dark, but frames are drawn again. Acknowledges report the latency and these events.\n"
    "  Rates above --max-rate are thinned out.\n"
    "  --buffer auto:1e-4 makes the buffer as long as it takes for one datagram in 10 000 to be incomplete "
    "when\n"
    "  due, up to 1 s, beginning with 40 ms: it grows at once where more come late, and shrinks by playing up "
    "to\n"
    "  1 % faster, or in the dark. It follows the sender's clock. auto alone is auto:1e-4.\n\n"
    "Unit ID\n"
    "  Made once for each name and kept in $XDG_STATE_HOME/idn (~/.local/state/idn; Windows:\n"
    "  %LOCALAPPDATA%\\idn). Two units that run at once differ, whatever their names. Where the folder cannot\n"
    "  be written the ID is made from this machine's identity, address and port.\n\n"
    "Searches\n"
    "  A unit with --bind answers those who ask everybody on its own network as well, from its own address, "
    "by\n"
    "  sockets on the broadcast addresses; however many units there are, each answers for itself. Streams to "
    "a\n"
    "  broadcast address are ignored and counted. Where searches cannot find a unit a line says why. "
    "Addresses\n"
    "  are those of the start: after a change of its network start it again.\n\n"
    "Several units\n"
    "  --config units.toml instead of the options above it; only name is needed:\n"
    "    [[unit]]\n"
    "    name = \"Left\"\n"
    "    bind = \"192.168.1.50\"        # default every interface\n"
    "    port = 7255\n"
    "    unit_id = \"01-0242AC110A05\"  # default the stored one\n"
    "    group_mask = 0xFFFF          # bit n admits client group n\n"
    "    auth_code = \"secret\"         # lets clients that know it set the mask; default nobody\n"
    "    max_sessions = 64            # more are refused: result 0xEC, scan status \"occupied\"\n"
    "    max_sessions_per_source = 16 # of one client address\n"
    "    allow = [\"10.0.0.0/8\"]       # clients from elsewhere get no answer and are counted\n"
    "    buffer = \"40ms\"              # as --buffer, --adaptive, --late, --clock-ppm and --max-rate\n"
    "    adaptive = false\n"
    "    late = \"drop\"\n"
    "    clock_ppm = 0\n"
    "    max_rate = 0                 # 0: any\n"
    "    per_source = false           # as --per-source\n"
    "    [[unit.service]]\n"
    "    id = 1\n"
    "    type = \"laser\"              # laser, dmx, audio or a number such as 0x81\n"
    "    name = \"Stage left\"\n"
    "    default = true\n\n"
    "Late datagrams\n"
    "  Receivers differ in what they do with a datagram that comes after a later one. --late drop: it is "
    "never\n"
    "  shown, as by the reference receiver. --late play: waves and audio are shown in their place while there "
    "is\n"
    "  time. idn_parser --buffer has the same option and gives the same results. What is not shown\n"
    "  for being late is counted as that (late_ms, too_late), not as lost; samples and datagrams include "
    "it.\n\n"
    "Output\n"
    "  One line when a unit listens, a line for each stream that begins or goes dark, a live line on a\n"
    "  terminal and a summary at the end (SIGINT, SIGTERM, SIGHUP or --duration). With --json these are JSON\n"
    "  objects, one per line, with \"event\" start, realtime, stream_started, not_played, per_source, dark,\n"
    "  stream (each second and stream), recording_failed or summary. Of a DMX512 line the live line shows a "
    "bar\n"
    "  for each of the first 32 slots in use; in JSON, dmx has the levels, audio_channels those of audio.\n"
    "  The summary says for each laser stream whether it was SHOWN CLEAN, MARGINAL or FLICKERS, and what to "
    "do\n"
    "  about it, by the buffer of the output, or a fixed one of 40 ms where that adapts. FLICKERS: dark in "
    "lit\n"
    "  playing at least once. MARGINAL: never, but less than 50 % of the buffer was left at one time, or it "
    "ran\n"
    "  over, or the stream ended by a time-out. --details adds all measurements. In JSON the stream has it as\n"
    "  \"shown\".\n"
    "  Arrival times come from the kernel where it offers them. lost counts sequence numbers that never "
    "came.\n\n"
    "Real time\n"
    "  The kernel drops datagrams, good and bad ones, when its receive buffer is full. So this program asks "
    "for\n"
    "  real-time priority (root, CAP_SYS_NICE or ulimit -r) and for 16 MiB of buffer (CAP_NET_ADMIN, or as "
    "far\n"
    "  as net.core.rmem_max allows), and reports what it did not get.\n\n"
    "Recording\n"
    "  A pcap file with nanoseconds, IP addresses and ports, both directions, for Wireshark, tshark and\n"
    "  idn_parser. An existing file is overwritten. With --rotate-size or --rotate-every the files of x.pcap "
    "are\n"
    "  x-0001.pcap, x-0002.pcap and so on. A slow or full disk never blocks the server: up to 32 MiB wait for\n"
    "  it, further packets are dropped and counted, and the file ends with a complete packet. When the server "
    "is\n"
    "  killed only the last moments are missing; with --fsync that holds when the power fails, too.\n\n"
    "Metrics\n"
    "  http://127.0.0.1:PORT/metrics has the counters of units, services and live streams, for Prometheus.\n\n"
    "Exit codes\n"
    "  0  ended as asked\n"
    "  2  usage, mistake in the file of units\n"
    "  3  port in use, file or output cannot be written, recording incomplete\n\n"
    "Examples\n"
    "  idn_server --record show.pcap --duration 60s\n"
    "  idn_server --port 0 --service 1:laser:Left --service 2:laser:Right\n"
    "  idn_server --allow 192.168.1.0/24\n"
    "  idn_server --config units.toml\n"
    "  idn_server --json | jq 'select(.event == \"dark\")'\n";

std::vector<wire::ServiceMapEntry> read_services(const std::vector<std::string>& texts) {
  std::vector<wire::ServiceMapEntry> services;
  std::set<std::uint8_t> ids;
  for (const auto& text : texts) {
    const auto service = parse_service(text);
    if (!service)
      throw cli::wrong_value("--service", fmt::format("\"{}\" is not ID:TYPE[:NAME] with an ID from 1 to 255 "
                                                      "and the type laser, dmx, audio or a number",
                                                      text));
    if (!ids.insert(service->service_id).second)
      throw cli::wrong_value("--service", fmt::format("ID {} is given twice", service->service_id));
    services.push_back(*service);
  }
  if (services.empty()) services = stream::one_laser();
  mark_default_services(services);
  return services;
}

std::optional<std::string> as_it_is(const std::string& text) {
  return text;
}

/// The options of outputs: buffer, clock, late samples.
void add_output_options(const cli::CommandLine& app, DacOptions& output) {
  const auto take_buffer = [&output](const std::string& text) {
    if (!output.take_buffer(text)) throw cli::wrong_value("--buffer", fmt::format("give {}", kBufferForms));
  };
  app.add_parsed(
         "--buffer", as_it_is, take_buffer, kBufferForms,
         "how long the first samples wait before they are shown, or auto[:PROBABILITY], see below [40ms]")
      .type_name("TIME");
  app.add_flag("--adaptive", output.is_adaptive, "outputs follow the sender's clock and wait longer when late");
  app.add_choice("--late", output.late, analysis::late_datagrams_from, "drop, play",
                 "what outputs do with datagrams that come after later ones [drop]");
  app.add_number("--clock-ppm", output.clock_ppm, -10'000, 10'000,
                 "how much faster the outputs play than this machine's clock");
  app.add_count("--max-rate", output.max_rate, 1, DacOptions::kMostRate,
                "samples per second that the outputs show at most; default any");
}

/// "9464", "127.0.0.1:9464" or "localhost:9464"; a port alone means loopback.
std::optional<Endpoint> parse_metrics_place(const std::string& text) {
  constexpr std::uint32_t kLoopback = 0x7F000001;
  const auto colon = text.rfind(':');
  const std::string host = colon == std::string::npos ? "localhost" : text.substr(0, colon);
  const auto port = cli::parse_count(colon == std::string::npos ? text : text.substr(colon + 1));
  const auto address = host == "localhost" ? std::optional(kLoopback) : cli::parse_address(host);
  if (!address || !port || *port > 65535) return std::nullopt;
  return Endpoint::ipv4(*address, static_cast<std::uint16_t>(*port));
}

void add_recording_options(const cli::CommandLine& app, cli::RecordingOptions& record) {
  const auto file = app.add_output_file("--record", record.path, "write all traffic to this capture file");
  app.add_count("--rotate-size", record.rotate_size, cli::RecordingOptions::kSmallestRotation,
                1'000'000'000'000, "begin the next file at this size in octets, such as 100M")
      .needs(file);
  app.add_duration("--rotate-every", record.rotate_every, "begin the next file after this time").needs(file);
  app.add_choice("--fsync", record.sync, cli::parse_sync_policy, "never, rotate, second",
                 "when to wait for the disk: never, rotate (at the end of each file) or second [never]")
      .needs(file);
}

/// The options that describe the one unit of the command line.
void add_unit_options(const cli::CommandLine& app, UnitOptions& unit, std::vector<std::string>& services) {
  app.add_count("--port", unit.port, 0, 65535, "UDP port; 0 for a free one [7255]");
  app.add_parsed(
         "--bind", cli::parse_address, [&](std::uint32_t address) { unit.address = address; },
         "an IPv4 address", "IPv4 address to receive on; default every interface")
      .type_name("ADDRESS");
  app.add_option("--name", unit.name, "name of the unit, at most 20 octets go out; default the host name")
      .type_name("NAME");
  app.add_parsed(
         "--unit-id", parse_unit_id, [&](const wire::UnitId& id) { unit.unit_id = id; }, "like 01-123456789ABC",
         "unit ID instead of the stored one")
      .type_name("ID");
  app.add_option("--service", services, "an output, repeatable; default 1:laser:Laser; see below")
      .type_name("SPEC");
  app.add_flag("--per-source", unit.per_source, "each source that asks for service 0 gets a laser; see below");
  const auto allow = [&](const Subnet& network) { unit.allow.push_back(network); };
  app.add_repeatable(
         "--allow",
         cli::take_parsed("--allow", cli::parse_ipv4_network, allow, "an IPv4 network such as 10.0.0.0/8"),
         "answer only clients of this network, repeatable; default all")
      .type_name("NETWORK");
  add_output_options(app, unit.output);
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
  const auto type = parse_service_type(type_name);
  if (!type) return std::nullopt;
  const bool is_named = type_name.size() < rest.size();
  const std::string name =
      is_named ? std::string(rest.substr(type_name.size() + 1)) : fmt::format("{} {}", type_name, id);
  return wire::ServiceMapEntry{static_cast<std::uint8_t>(id), *type, 0, 0, wire::FixedText<20>(name)};
}

std::variant<Options, int> parse_options(int argc, const char* const* argv) {
  Options options;
  UnitOptions unit;
  unit.name = host_name();
  std::vector<std::string> services;
  Duration duration{};
  cli::Program app("idn_server", kDescription);
  app.footer(std::string(kManual) + kFaultPlanHelp);
  add_unit_options(app, unit, services);
  const auto of_unit = app.options();
  const cli::Option config =
      app.add_option("--config", options.config, "describe one or more units in a TOML file")
          .type_name("FILE")
          .reads_files();
  for (const cli::Option option : of_unit) config.excludes(option);
  app.add_option("--state", options.state, "folder that keeps the unit IDs; see below").type_name("DIR");
  add_recording_options(app, options.record);
  app.add_parsed(
         "--metrics", parse_metrics_place, [&](const Endpoint& place) { options.metrics = place; },
         "[ADDRESS:]PORT like 9464", "serve metrics for Prometheus over HTTP; a port alone is one of loopback")
      .type_name("PLACE");
  FaultOptions faults;
  add_fault_options(app, faults);
  const cli::Option duration_option = app.add_duration("--duration,-d", duration, "end after this time");
  app.add_flag("--no-realtime", options.no_realtime, "do not ask for real-time priority and locked memory");
  app.add_flag("--json", options.json, "print JSON lines");
  app.add_flag("--details", options.details, "print all measurements of each stream at the end");
  app.add_flag("--quiet", options.quiet, "print only the first line, the summary and faults");
  app.check([&] {
    unit.services = read_services(services);
    if (!unit.output.is_possible())
      throw cli::wrong_value("--late",
                             "play has no meaning with --adaptive or --buffer auto, which wait longer instead");
    if (!unit.output.is_clear())
      throw cli::wrong_value("--buffer", "auto follows the sender in its own way; leave out --adaptive");
    if (duration_option.is_given()) options.duration = duration;
  });
  if (const auto exit_code = app.parse(argc, argv)) return *exit_code;
  if (FaultPlan plan = fault_plan(faults); !plan.is_empty()) options.faults = std::move(plan);
  if (options.config.empty())
    options.units = {std::move(unit)};
  else
    options.units = read_unit_file(options.config);
  return options;
}

}  // namespace idn::server
