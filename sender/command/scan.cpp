// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <functional>
#include <memory>

#include "cli/command_line.hpp"
#include "cli/end_signals.hpp"
#include "cli/failure.hpp"
#include "cli/json_text.hpp"
#include "cli/standard_streams.hpp"
#include "idn/io/find/discovery.hpp"
#include "idn/io/find/network.hpp"
#include "sender/command/commands.hpp"
#include "sender/scan/changes.hpp"
#include "sender/scan/interface_option.hpp"
#include "sender/scan/listing.hpp"
#include "sender/target.hpp"

namespace idn::sender {
namespace {

struct ScanOptions {
  std::vector<std::string> hosts;
  std::vector<std::string> interfaces;
  Duration wait = stream::DiscoveryConfig{}.round;
  std::uint64_t port = kIdnPort;
  std::uint64_t group = 0;
  bool json = false;
  bool watch = false;
  bool only_names = false;
};

constexpr const char* kScanManual = R"(
Asks every IPv4 network of this computer by broadcast, this computer itself, and the given hosts. Broadcasts do
not pass routers: name units behind them as HOST.

A unit is listed with its ID, status and name, then its addresses with interface and round trip, the preferred
one first, then its services. The line of a laser begins with its device name, such as 01-123456789ABC/1. It stays
the same when the address changes; --target of play, pattern and live accepts it.

Conflicts, and interfaces that a search cannot use, are reported on standard error. --json prints one object per unit
with "event" unit; together with --watch, which searches every 3 s, one per change with found, changed or gone.

Exit codes
  0  units found, every HOST among them
  1  nothing found, a HOST does not answer, or units in conflict
  2  usage
  3  a HOST or an interface does not exist
)";

void warn(const std::string& line) {
  cli::flush_output();
  fmt::print(stderr, "idn_sender: {}\n", line);
}

Endpoint endpoint_of(const std::string& host, std::uint16_t default_port) {
  Target target = parse_target(host);
  if (target.unit || target.service)
    throw cli::Failure(cli::kUsage, fmt::format("{}: give a host name or an IPv4 address to ask", host));
  if (host.find(':') == std::string::npos) target.port = default_port;
  const auto endpoint = io::resolve(target.host, target.port);
  if (!endpoint)
    throw cli::Failure(cli::kEnvironment, fmt::format("{}: {}; check the name, or give its address", host,
                                                      endpoint.error().message()));
  return *endpoint;
}

io::DiscoveryOptions discovery_options(const ScanOptions& options) {
  io::DiscoveryOptions search;
  search.interfaces = options.interfaces;
  search.search.port = static_cast<std::uint16_t>(options.port);
  search.search.client_group = static_cast<std::uint8_t>(options.group);
  search.search.round = options.wait;
  for (const auto& host : options.hosts)
    search.search.addresses.push_back(endpoint_of(host, search.search.port));
  return search;
}

/// Every problem of the network, one line each.
std::vector<std::string> problem_lines(const io::DiscoveryReport& report) {
  std::vector<std::string> lines;
  for (const auto& problem : report.problems) lines.push_back(problem_text(problem));
  for (const auto& conflict : report.found.address_conflicts) lines.push_back(conflict_text(conflict));
  for (const auto& conflict : report.found.identity_conflicts) lines.push_back(conflict_text(conflict));
  return lines;
}

int scan_once(const ScanOptions& options) {
  const io::DiscoveryOptions search = discovery_options(options);
  const auto report = io::discover(search);
  for (const auto& unit : report.found.units)
    fmt::print("{}", options.only_names ? unit_names(unit)
                     : options.json     ? cli::json_line(unit_json(unit, "unit"))
                                        : unit_text(unit));
  for (const auto& line : problem_lines(report)) warn(line);
  bool is_as_expected = report.found.address_conflicts.empty() && report.found.identity_conflicts.empty();
  for (const auto& host : search.search.addresses)
    if (report.found.at(host) == nullptr) {
      warn(fmt::format("{} does not answer; check the address, and that the unit is on", to_string(host)));
      is_as_expected = false;
    }
  if (report.found.units.empty()) {
    warn(fmt::format(
        "no unit answers within {} ms; check power, cable and firewall, name units behind a router as "
        "HOST, or allow more with --duration",
        std::chrono::round<std::chrono::milliseconds>(options.wait).count()));
    is_as_expected = false;
  }
  return is_as_expected ? cli::kOk : cli::kFindings;
}

/// Prints the changes since the last round, until its output is closed.
class Watch {
 public:
  Watch(bool json, std::function<void()> on_output_failure)
      : json_(json), on_output_failure_(std::move(on_output_failure)) {}

  void operator()(const io::DiscoveryReport& report) {
    for (const auto& change : changes_between(last_.found, report.found))
      print(json_ ? cli::json_line(unit_json(change.unit, std::string(to_string(change.kind))))
                  : change_text(change) + '\n');
    if (cli::flush_output()) on_output_failure_();
    const auto known = problem_lines(last_);
    for (const auto& line : problem_lines(report))
      if (std::ranges::count(known, line) == 0) warn(line);
    last_ = report;
  }

 private:
  /// Does not use fmt::print, whose exceptions would end the watcher's thread.
  static void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

  bool json_;
  std::function<void()> on_output_failure_;
  io::DiscoveryReport last_;
};

int scan_until_interrupted(const ScanOptions& options) {
  boost::asio::io_context context;
  boost::asio::signal_set signals(context);
  for (const int number : cli::end_signals()) signals.add(number);
  signals.async_wait([](const boost::system::error_code&, int) {});
  const io::UnitWatcher watcher(discovery_options(options), Watch(options.json, [&] { context.stop(); }),
                                std::max<Duration>(io::UnitWatcher::kInterval, options.wait));
  context.run();
  return cli::kOk;
}

}  // namespace

void add_scan(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<ScanOptions>();
  const cli::CommandLine command = app.add_subcommand("scan", "Find units on the network");
  command.add_option("HOST", options->hosts, "hosts to ask as well, HOST[:PORT]");
  command.add_duration("--duration,-d", options->wait, "how long to wait for answers [800ms]");
  add_interface_option(command, options->interfaces);
  command.add_count("--port", options->port, 1, 65535, "UDP port of the units [7255]");
  command.add_count("--group", options->group, 0, 15, "client group [0]");
  command.add_flag("--watch", options->watch, "go on until interrupted, one line per change");
  command.add_flag("--json", options->json, "one JSON object per unit or change");
  command.add_flag("--names", options->only_names,
                   "print only what --target takes, one on a line: names and IDs");
  command.footer(kScanManual);
  command.callback([options, &run] {
    if (options->wait < std::chrono::milliseconds(10) || options->wait > std::chrono::minutes(1))
      throw cli::wrong_value("--duration", "give a time from 10ms to 1m");
    if (options->only_names && (options->watch || options->json))
      throw cli::wrong_value("--names", "goes with neither --watch nor --json");
    run = [options] { return options->watch ? scan_until_interrupted(*options) : scan_once(*options); };
  });
}

}  // namespace idn::sender
