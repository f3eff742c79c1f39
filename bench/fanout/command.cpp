// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "bench/command.hpp"
#include "bench/fanout/bare_loop.hpp"
#include "bench/fanout/fan_out.hpp"
#include "bench/report/result_file.hpp"
#include "bench/report/table.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/terminal.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;

/// Streams count as held in time if the p99 of their errors is below this.
constexpr Duration kP99Limit = 100us;
constexpr std::size_t kBareBatch = 64;

struct FanoutCommandOptions {
  std::vector<std::size_t> projectors{1, 16, 64, 128, 256, 512};
  std::uint64_t rounds = 3;
  std::uint64_t loops = 1;
  Duration seconds = 3s;
  std::string json;
};

/// The rounds with one number of projectors.
struct FanOutRow {
  std::size_t projectors;
  std::vector<FanOutResult> rounds;
  std::vector<double> bare;  ///< datagrams per second, in the same rounds
};

constexpr char kFanOutMeaning[] =
    "error: of abs(packet offset - 1000 us), over all streams; worst stream: the p99 of the stream that is "
    "worst in "
    "it. "
    "CPU: of one core, by the loops. per projector: CPU divided by projectors. of bare: datagrams per second "
    "beside "
    "those of a loop that only sends. lost: by sequence number. taken too late: by the receiver of this "
    "program. Each "
    "cell is the median of the rounds (smallest..largest).\n";

template <class Quantity>
std::optional<Spread> over(const FanOutRow& row, Quantity quantity) {
  std::vector<double> values;
  for (const FanOutResult& round : row.rounds) values.push_back(static_cast<double>(quantity(round)));
  return spread_of(std::move(values));
}

std::vector<double> sent_per_second(const FanOutRow& row, Duration measured) {
  std::vector<double> values;
  for (const FanOutResult& round : row.rounds)
    values.push_back(static_cast<double>(round.figures.datagrams) / in_seconds(measured));
  return values;
}

struct Cells {
  std::optional<Spread> cpu, each, p50, p99, worst, on_target, rate, of_bare, lost, dropped, late, restarts,
      calls;
};

Cells cells_of(const FanOutRow& row, Duration measured) {
  const auto n = static_cast<double>(row.projectors);
  return {.cpu = over(row, [](const FanOutResult& r) { return r.processor_percent; }),
          .each = over(row, [n](const FanOutResult& r) { return r.processor_percent / n; }),
          .p50 = over(row, [](const FanOutResult& r) { return in_micros(r.figures.error_p50); }),
          .p99 = over(row, [](const FanOutResult& r) { return in_micros(r.figures.error_p99); }),
          .worst = over(row, [](const FanOutResult& r) { return in_micros(r.figures.worst_stream_p99); }),
          .on_target = over(row, [](const FanOutResult& r) { return 100 * r.figures.on_target; }),
          .rate = spread_of(sent_per_second(row, measured)),
          .of_bare = ratio(sent_per_second(row, measured), row.bare),
          .lost = over(row, [](const FanOutResult& r) { return r.figures.lost; }),
          .dropped = over(row, [](const FanOutResult& r) { return r.dropped_by_sink; }),
          .late = over(row, [](const FanOutResult& r) { return r.late_ticks; }),
          .restarts = over(row, [](const FanOutResult& r) { return r.restarts; }),
          .calls = over(row, [](const FanOutResult& r) { return r.system_calls; })};
}

bool stepped_down(const FanOutRow& row) {
  return std::ranges::any_of(row.rounds, &FanOutResult::stepped_down);
}

std::vector<std::string> text_cells(const FanOutRow& row, Duration measured) {
  const Cells cells = cells_of(row, measured);
  return {fmt::format("{}{}", row.projectors, stepped_down(row) ? " *" : ""),
          text_of(cells.cpu, 1),
          text_of(cells.each, 2),
          text_of(cells.p50),
          text_of(cells.p99),
          text_of(cells.worst),
          text_of(cells.on_target, 2),
          text_of(cells.of_bare, 2),
          text_of(cells.restarts, 0),
          text_of(cells.lost, 0),
          text_of(cells.dropped, 0)};
}

Json to_json(const FanOutRow& row, Duration measured) {
  const Cells cells = cells_of(row, measured);
  return {{"projectors", row.projectors},
          {"cpu_percent", to_json(cells.cpu)},
          {"cpu_percent_per_projector", to_json(cells.each)},
          {"error_p50_us", to_json(cells.p50)},
          {"error_p99_us", to_json(cells.p99)},
          {"worst_stream_p99_us", to_json(cells.worst)},
          {"on_target_percent", to_json(cells.on_target)},
          {"datagrams_per_second", to_json(cells.rate)},
          {"of_bare_loop", to_json(cells.of_bare)},
          {"late_ticks", to_json(cells.late)},
          {"restarts", to_json(cells.restarts)},
          {"system_calls", to_json(cells.calls)},
          {"lost", to_json(cells.lost)},
          {"dropped_by_sink", to_json(cells.dropped)},
          {"stepped_down", stepped_down(row)}};
}

/// Each round measures every number of projectors.
std::vector<FanOutRow> run_rounds(const FanoutCommandOptions& options) {
  std::vector<FanOutRow> rows;
  for (const std::size_t projectors : options.projectors) rows.push_back({projectors, {}, {}});
  cli::StatusLine status;
  for (std::uint64_t round = 0; round < options.rounds; ++round)
    for (FanOutRow& row : rows) {
      status.show(fmt::format("round {} of {}: {} projectors", round + 1, options.rounds, row.projectors));
      row.bare.push_back(bare_datagrams_per_second(row.projectors, kBareBatch, 500ms));
      row.rounds.push_back(run_fan_out({row.projectors, options.loops, options.seconds}));
    }
  return rows;
}

/// Names the largest number of projectors with which every stream was held in time.
std::string verdict(const std::vector<FanOutRow>& rows, Duration measured) {
  std::size_t most = 0;
  for (const FanOutRow& row : rows) {
    const Cells cells = cells_of(row, measured);
    if (cells.worst && cells.worst->median < in_micros(kP99Limit)) most = std::max(most, row.projectors);
  }
  return fmt::format("Held with every stream's p99 under {:.0f} us: {} projectors.\n", in_micros(kP99Limit),
                     most);
}

int run_fanout(const FanoutCommandOptions& options) {
  const auto rows = run_rounds(options);
  Table table({"projectors", "CPU %", "per projector", "error p50 us", "error p99 us", "worst stream p99 us",
               "on target %", "of bare", "restarts", "lost", "taken too late"},
              0);
  Json results = Json::array();
  bool any_stepped_down = false;
  for (const FanOutRow& row : rows) {
    table.add(text_cells(row, options.seconds));
    results.push_back(to_json(row, options.seconds));
    any_stepped_down |= stepped_down(row);
  }
  fmt::print(
      "Each projector: 100 kHz, 100 samples per datagram, 1000 datagrams/s. {} loop{}, {} rounds of {} s.\n\n",
      options.loops, options.loops == 1 ? "" : "s", options.rounds, in_seconds(options.seconds));
  fmt::print(
      "{}\n{}{}{}", table.text(), verdict(rows, options.seconds),
      any_stepped_down ? "* gave real-time priority back, since the work needed over 90 % of a core.\n" : "",
      kFanOutMeaning);
  write_results(options.json, "fanout",
                {{"loops", options.loops}, {"rounds", options.rounds}, {"rows", results}});
  return cli::kOk;
}

}  // namespace

void add_fanout(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<FanoutCommandOptions>();
  const cli::CommandLine command = app.add_subcommand("fanout", "Many projectors on one core");
  const auto take_projectors = [options](const std::vector<std::string>& numbers) {
    options->projectors.clear();
    for (const auto& number : numbers)
      options->projectors.push_back(cli::read_count("--projectors", number, 1, 4096));
  };
  command.add_list("--projectors", take_projectors, "how many, one after the other [1,16,64,128,256,512]")
      .type_name("N,...");
  command.add_count("--rounds", options->rounds, 1, 1000, "of every number [3]");
  command.add_count("--loops", options->loops, 1, 64, "threads that share the projectors [1]");
  command.add_duration("--duration,-d", options->seconds, "measured per round [3s]");
  add_results_option(command, options->json);
  command.callback([options, &run] { run = [options] { return run_fanout(*options); }; });
}

}  // namespace idn::bench
