// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "bench/command.hpp"
#include "bench/devices/device_fan_out.hpp"
#include "bench/fanout/fan_out.hpp"
#include "bench/report/criterion.hpp"
#include "bench/report/table.hpp"
#include "cli/failure.hpp"
#include "cli/terminal.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;

struct DevicesOptions {
  std::uint64_t devices = 64;
  std::uint64_t rounds = 15;
  Duration seconds = 3s;
  std::string json;
};

/// One value per round of each quantity.
struct Rounds {
  std::vector<double> p99_alone, p99_visited, cpu_loop, cpu_devices, lost, opened;
};

Rounds run_rounds(const DevicesOptions& options) {
  Rounds rounds;
  cli::StatusLine status;
  for (std::uint64_t round = 0; round < options.rounds; ++round) {
    const auto show = [&](const char* what) {
      status.show(fmt::format("round {} of {}: {}", round + 1, options.rounds, what));
    };
    show("one stream alone");
    const VisitorResult alone = run_visitors({.visitors = 0, .measured = options.seconds});
    show("one stream beside devices that come and go");
    const VisitorResult visited = run_visitors({.visitors = options.devices, .measured = options.seconds});
    show("a bare loop");
    const FanOutResult loop = run_fan_out({options.devices, 1, options.seconds});
    show("devices that show pictures");
    const DeviceFanOutResult devices =
        run_device_fan_out({.devices = options.devices, .measured = options.seconds});
    rounds.p99_alone.push_back(in_micros(alone.figures.error_p99));
    rounds.p99_visited.push_back(in_micros(visited.figures.error_p99));
    rounds.lost.push_back(static_cast<double>(visited.figures.lost));
    rounds.opened.push_back(static_cast<double>(visited.opened));
    rounds.cpu_loop.push_back(loop.processor_percent / static_cast<double>(options.devices));
    rounds.cpu_devices.push_back(devices.processor_percent / static_cast<double>(options.devices));
  }
  return rounds;
}

int run_devices(const DevicesOptions& options) {
  const Rounds rounds = run_rounds(options);
  Table table({"quantity", "median (smallest..largest)"}, 0);
  table.add({"p99 of a stream alone, us", text_of(spread_of(rounds.p99_alone))});
  table.add({"p99 beside devices that come and go, us", text_of(spread_of(rounds.p99_visited))});
  table.add({"devices opened meanwhile", text_of(spread_of(rounds.opened), 0)});
  table.add({"CPU of a stream of a bare loop, % of a core", text_of(spread_of(rounds.cpu_loop))});
  table.add({"CPU of a device that shows pictures, % of a core", text_of(spread_of(rounds.cpu_devices))});
  const std::vector<Criterion> criteria = {
      {"p99 beside devices that come and go / alone", ratio(rounds.p99_visited, rounds.p99_alone),
       Criterion::Relation::AtMost, 1.2},
      {"datagrams lost beside them", spread_of(rounds.lost), Criterion::Relation::AtMost, 0},
      {"CPU of a device / of a stream of a bare loop", ratio(rounds.cpu_devices, rounds.cpu_loop),
       Criterion::Relation::AtMost, 1.3}};
  fmt::print("{} devices at 100 kHz on one tick thread, {} rounds of {} s each.\n\n{}\n{}", options.devices,
             options.rounds, in_seconds(options.seconds), table.text(), table_of(criteria));
  write_results(options.json, "devices",
                {{"devices", options.devices}, {"rounds", options.rounds}, {"criteria", to_json(criteria)}});
  return cli::kOk;
}

}  // namespace

void add_devices(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<DevicesOptions>();
  const cli::CommandLine command =
      app.add_subcommand("devices", "Devices of the client layer, beside bare loops");
  command.add_count("--devices", options->devices, 1, 1000, "at a time [64]");
  command.add_count("--rounds", options->rounds, 1, 1000, "of each [15]");
  command.add_duration("--duration,-d", options->seconds, "measured per round [3s]");
  add_results_option(command, options->json);
  command.callback([options, &run] { run = [options] { return run_devices(*options); }; });
}

}  // namespace idn::bench
