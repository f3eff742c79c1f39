// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "bench/command.hpp"
#include "bench/pacing/programs_option.hpp"
#include "bench/report/result_file.hpp"
#include "bench/report/spread.hpp"
#include "bench/report/table.hpp"
#include "bench/stall/experiment.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;
using Milliseconds = std::chrono::duration<double, std::milli>;

const std::vector<Duration> kStalls{5ms, 20ms, 100ms};
const std::vector<Duration> kBuffers{5ms, 20ms, 40ms};

struct StallOptions {
  std::uint64_t repeats = 5;
  std::uint64_t seed = 7255;
  std::string sender = default_programs().sender;
  std::string json;
};

constexpr char kStallMeaning[] =
    "The sender is stopped by SIGSTOP and continued, at any phase of its tick; 100 kHz, 100 samples per "
    "datagram. "
    "gap: the longest time between two datagrams; burst: the most datagrams that came one right after the "
    "other. The "
    "receivers are virtual ones that show the recorded arrivals with a delay of their buffer and hold twice as "
    "much: "
    "dark is how long they had nothing to show, overruns how often more lay ahead than they hold, dropped what "
    "these "
    "cost. Each cell is the median of all stalls (smallest..largest).\n";

/// Spread of one quantity over all stalls of this length.
template <class Quantity>
std::optional<Spread> spread_over(const std::vector<StallOutcome>& outcomes, Duration stall,
                                  Quantity quantity) {
  std::vector<double> values;
  for (const auto& outcome : outcomes)
    if (outcome.asked == stall) values.push_back(static_cast<double>(quantity(outcome)));
  return spread_of(std::move(values));
}

struct Row {
  Duration stall{};
  Duration buffer{};
  std::optional<Spread> gap_ms, burst, dark_ms, overruns, dropped_ms;
};

Row row_of(const std::vector<StallOutcome>& outcomes, Duration stall, std::size_t receiver) {
  const auto over = [&](auto quantity) { return spread_over(outcomes, stall, quantity); };
  const auto at = [receiver](const StallOutcome& o) { return o.receivers[receiver]; };
  return {.stall = stall,
          .buffer = kBuffers[receiver],
          .gap_ms = over([](const StallOutcome& o) { return in_millis(o.trace.longest_gap); }),
          .burst = over([](const StallOutcome& o) { return o.trace.largest_burst; }),
          .dark_ms = over([&](const StallOutcome& o) { return in_millis(at(o).dark); }),
          .overruns = over([&](const StallOutcome& o) { return at(o).overruns; }),
          .dropped_ms = over([&](const StallOutcome& o) { return in_millis(at(o).dropped); })};
}

std::vector<std::string> cells_of(const Row& row) {
  return {fmt::format("{}", in_millis(row.stall)),
          fmt::format("{}", in_millis(row.buffer)),
          text_of(row.gap_ms, 1),
          text_of(row.burst, 0),
          text_of(row.dark_ms, 1),
          text_of(row.overruns, 0),
          text_of(row.dropped_ms, 1)};
}

Json to_json(const Row& row) {
  return {{"stall_ms", in_millis(row.stall)},     {"buffer_ms", in_millis(row.buffer)},
          {"gap_ms", to_json(row.gap_ms)},        {"largest_burst", to_json(row.burst)},
          {"dark_ms", to_json(row.dark_ms)},      {"overruns", to_json(row.overruns)},
          {"dropped_ms", to_json(row.dropped_ms)}};
}

std::vector<Row> rows_of(const StallOptions& options) {
  const auto outcomes = run_stalls({.sender = options.sender,
                                    .stalls = kStalls,
                                    .buffers = kBuffers,
                                    .repeats = options.repeats,
                                    .seed = options.seed});
  std::vector<Row> rows;
  for (const Duration stall : kStalls)
    for (std::size_t receiver = 0; receiver < kBuffers.size(); ++receiver)
      rows.push_back(row_of(outcomes, stall, receiver));
  return rows;
}

int run_stall(const StallOptions& options) {
  Table table({"stall ms", "buffer ms", "gap ms", "burst", "dark ms", "overruns", "dropped ms"});
  Json results = Json::array();
  for (const Row& row : rows_of(options)) {
    table.add(cells_of(row));
    results.push_back(to_json(row));
  }
  fmt::print("{} of each stall, seed {}.\n\n{}\n{}", options.repeats, options.seed, table.text(),
             kStallMeaning);
  write_results(options.json, "stall",
                {{"repeats", options.repeats}, {"seed", options.seed}, {"stalls", results}});
  return cli::kOk;
}

}  // namespace

void add_stall(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<StallOptions>();
  const cli::CommandLine command =
      app.add_subcommand("stall", "What receivers show after the sender was stopped for a while");
  command.add_count("--repeats", options->repeats, 1, 1000, "of every stall [5]");
  command.add_count("--seed", options->seed, 0, 1'000'000, "of the random choices [7255]");
  command.add_option("--sender", options->sender, "the program idn_sender [as built]").type_name("FILE");
  add_results_option(command, options->json);
  command.callback([options, &run] { run = [options] { return run_stall(*options); }; });
}

}  // namespace idn::bench
