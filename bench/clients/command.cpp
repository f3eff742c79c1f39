// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "bench/clients/system_costs.hpp"
#include "bench/command.hpp"
#include "bench/fanout/fan_out.hpp"
#include "bench/report/result_file.hpp"
#include "bench/report/table.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/terminal.hpp"
#include "idn/io/now.hpp"
#include "idn/io/send/realtime.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;

/// Which processors are kept out of deep sleep states.
enum class Awake : std::uint8_t { Machine, Processor, None };

constexpr Awake kAwake[] = {Awake::Machine, Awake::Processor, Awake::None};

std::string_view to_string(Awake awake) noexcept {
  if (awake == Awake::Machine) return "all processors";
  return awake == Awake::Processor ? "the sender's" : "none";
}

struct ClientsOptions {
  std::vector<std::size_t> projectors{0, 1, 8, 32, 64, 128};
  std::uint64_t rounds = 3;
  std::optional<unsigned> processor{};
  Duration seconds = 3s;
  std::string json{};
};

constexpr char kSteppedDown[] =
    "* gave real-time priority back, since the work needed over 90 % of a processor.\n";
constexpr char kMeaning[] =
    "kept awake: processors that are kept out of deep sleep states. error: abs(packet offset - 1000 us), over "
    "all streams. others poll: time that all processors but the sender's spent in cpuidle's state POLL. CPU "
    "and polling are percentages of one processor. Each cell is the median of the rounds "
    "(smallest..largest).\n";

/// Polling time and energy of the machine from begin() to end().
class CostMeter {
 public:
  void begin() {
    begun_ = io::monotonic_now();
    polled_ = polling_times();
    energy_ = energy_counters();
  }
  void end(unsigned processor) {
    const auto polled = polling_times();
    const double seconds = in_seconds(io::monotonic_now() - begun_);
    if (!polled.empty())
      polling_percent = 100 * in_seconds(polled_elsewhere(polled_, polled, processor)) / seconds;
    if (const auto joules = joules_between(energy_, energy_counters())) watts = *joules / seconds;
  }

  /// Sum over all processors but the sender's, in percent of one processor.
  std::optional<double> polling_percent{};
  std::optional<double> watts{};  ///< of all processors

 private:
  TimePoint begun_{};
  std::map<unsigned, Duration> polled_;
  EnergyCounters energy_;
};

/// Results for one number of projectors and one choice of Awake; lists have one value per round.
struct ClientsRow {
  std::size_t projectors;
  Awake awake;
  std::vector<double> processor_percent{}, p99_us{}, polling_percent{}, watts{};
  bool was_granted = true;    ///< false if the system refused to keep processors awake
  bool stepped_down = false;  ///< the sending thread gave real-time priority back
};

/// Measures what keeping processors awake costs while nothing is sent.
void measure_idle(Awake awake, unsigned processor, Duration time, CostMeter& costs) {
  const io::RealtimeScope scope({.processors = {processor}, .awake_processors = awake == Awake::Machine});
  costs.begin();
  std::this_thread::sleep_for(time);
  costs.end(processor);
}

/// Whether the system keeps all processors awake for this program.
bool may_keep_all_awake() {
  const io::RealtimeScope scope({.priority = false, .fine_timers = false, .awake_processors = true});
  const auto& grants = scope.grants();
  const auto request = std::ranges::find(grants, "CPU latency", &io::Grant::what);
  return request != grants.end() && request->granted;
}

void add_client_round(ClientsRow& row, const ClientsOptions& options) {
  const unsigned processor = *options.processor;
  std::optional<ProcessorRequest> request;
  if (row.awake == Awake::Processor && !request.emplace(processor).is_granted()) row.was_granted = false;
  if (row.awake == Awake::Machine && !may_keep_all_awake()) row.was_granted = false;
  CostMeter costs;
  if (row.projectors == 0) {
    measure_idle(row.awake, processor, options.seconds, costs);
    row.processor_percent.push_back(0);
  } else {
    const FanOutResult fan = run_fan_out({.projectors = row.projectors,
                                          .measured = options.seconds,
                                          .processor = processor,
                                          .awake_processors = row.awake == Awake::Machine,
                                          .on_begin = [&] { costs.begin(); },
                                          .on_end = [&] { costs.end(processor); }});
    row.processor_percent.push_back(fan.processor_percent);
    row.p99_us.push_back(in_micros(fan.figures.error_p99));
    row.stepped_down |= fan.stepped_down;
  }
  if (costs.polling_percent) row.polling_percent.push_back(*costs.polling_percent);
  if (costs.watts) row.watts.push_back(*costs.watts);
}

/// Every round measures every number of projectors with every choice of Awake.
std::vector<ClientsRow> run_client_rounds(const ClientsOptions& options) {
  std::vector<ClientsRow> rows;
  for (const std::size_t projectors : options.projectors)
    for (const Awake awake : kAwake) rows.push_back({.projectors = projectors, .awake = awake});
  cli::StatusLine status;
  for (std::uint64_t round = 0; round < options.rounds; ++round)
    for (ClientsRow& row : rows) {
      status.show(fmt::format("round {} of {}: {} projectors, kept awake: {}", round + 1, options.rounds,
                              row.projectors, to_string(row.awake)));
      add_client_round(row, options);
    }
  return rows;
}

std::vector<std::string> client_cells(const ClientsRow& row) {
  return {fmt::format("{}{}", row.projectors, row.stepped_down ? " *" : ""),
          fmt::format("{}{}", to_string(row.awake), row.was_granted ? "" : " (not granted)"),
          text_of(spread_of(row.processor_percent), 1),
          text_of(spread_of(row.p99_us)),
          text_of(spread_of(row.polling_percent), 1),
          text_of(spread_of(row.watts), 2)};
}

Json to_json(const ClientsRow& row) {
  return {{"projectors", row.projectors},
          {"awake", to_string(row.awake)},
          {"granted", row.was_granted},
          {"cpu_percent", to_json(spread_of(row.processor_percent))},
          {"error_p99_us", to_json(spread_of(row.p99_us))},
          {"polling_elsewhere_percent", to_json(spread_of(row.polling_percent))},
          {"watts", to_json(spread_of(row.watts))},
          {"stepped_down", row.stepped_down}};
}

/// CPU time of one more projector: the slope from the smallest number of projectors above 0 to the largest.
std::string slope(const std::vector<ClientsRow>& rows, Awake awake) {
  const auto is_of = [awake](const ClientsRow& row) { return row.awake == awake && row.projectors > 0; };
  const auto first = std::ranges::find_if(rows, is_of);
  const auto last = std::find_if(rows.rbegin(), rows.rend(), is_of);
  if (first == rows.end() || last->projectors <= first->projectors) return {};
  const auto cpu = [](const ClientsRow& row) { return spread_of(row.processor_percent)->median; };
  const double added = static_cast<double>(last->projectors - first->projectors);
  return fmt::format("One more projector (kept awake: {}): {:.3f} % of a processor\n", to_string(awake),
                     (cpu(*last) - cpu(*first)) / added);
}

int run_clients(const ClientsOptions& options) {
  const auto rows = run_client_rounds(options);
  Table table({"projectors", "kept awake", "CPU of the sender, %", "error p99, us", "others poll, %", "watts"},
              2);
  Json results = Json::array();
  std::string slopes;
  for (const ClientsRow& row : rows) {
    table.add(client_cells(row));
    results.push_back(to_json(row));
  }
  for (const Awake awake : kAwake) slopes += slope(rows, awake);
  fmt::print("Each projector: 100 kHz, 1000 datagrams/s, all from processor {}; {} rounds of {} s.\n\n{}\n{}",
             *options.processor, options.rounds, in_seconds(options.seconds), table.text(), slopes);
  if (energy_counters().empty())
    fmt::print(
        "No watts: no readable energy counters (powercap); run as root, and not in a virtual machine.\n");
  if (polling_times().empty()) fmt::print("No polling: the kernel has no cpuidle counters here.\n");
  if (std::ranges::any_of(rows, &ClientsRow::stepped_down)) fmt::print("{}", kSteppedDown);
  fmt::print("{}", kMeaning);
  write_results(options.json, "clients",
                {{"processor", *options.processor}, {"rounds", options.rounds}, {"rows", results}});
  return cli::kOk;
}

}  // namespace

void add_clients(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<ClientsOptions>();
  const cli::CommandLine command =
      app.add_subcommand("clients", "What one more projector costs: CPU time, polling, energy");
  const auto take_projectors = [options](const std::vector<std::string>& numbers) {
    options->projectors.clear();
    for (const auto& number : numbers)
      options->projectors.push_back(cli::read_count("--projectors", number, 0, 4096));
    std::ranges::sort(options->projectors);
  };
  command
      .add_list("--projectors", take_projectors,
                "how many, one after the other; 0: nothing is sent [0,1,8,32,64,128]")
      .type_name("N,...");
  command.add_count("--rounds", options->rounds, 1, 1000,
                    "measurements of every number with every choice of processors kept awake [3]");
  command.add_duration("--duration,-d", options->seconds, "duration of each measurement [3s]");
  command
      .add_option(
          "--cpu",
          [options](const std::string& text) {
            options->processor = static_cast<unsigned>(cli::read_count("--cpu", text, 0, 4095));
          },
          "processor to send from [the last that this program may use]")
      .type_name("N");
  add_results_option(command, options->json);
  command.callback([options, &run] {
    run = [options] {
      const auto usable = io::usable_processors();
      if (usable.empty())
        throw cli::Failure(cli::kEnvironment, "this system cannot bind a thread to a processor");
      if (!options->processor) options->processor = usable.back();
      if (std::ranges::count(usable, *options->processor) == 0)
        throw cli::Failure(
            cli::kUsage,
            "--cpu: this program may not use that processor; give another one, or leave --cpu out");
      return run_clients(*options);
    };
  });
}

}  // namespace idn::bench
