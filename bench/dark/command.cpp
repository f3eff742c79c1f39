// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "bench/command.hpp"
#include "bench/dark/figures.hpp"
#include "bench/report/criterion.hpp"
#include "bench/report/table.hpp"
#include "cli/failure.hpp"
#include "cli/terminal.hpp"
#include "idn/io/now.hpp"

namespace idn::bench {
namespace {

struct DarkOptions {
  DarkPlan plan;
  std::vector<EndMethod> methods = end_methods();
  std::string json;
};

constexpr char kDarkMeaning[] =
    "Each round has a process of its own that streams 1000 lit datagrams per second to a receiver of its\n"
    "own; the call comes at any phase of the tick, which is 1 ms. All times are ticks after the call, p50 /\n"
    "p99 / worst; below zero: it was on the wire before the call. last light: the last datagram with light,\n"
    "darkness: the first one without, both stamped by the kernel at the receiver. output: the last light of\n"
    "an output with a buffer of 40 ms. told: rounds with a dark datagram, close or abort; the others end by\n"
    "the receiver's link time-out. late: rounds that were not dark on the wire within two ticks; stalled:\n"
    "those of them in which cores, or the calling thread, were seen not to run for the rest of the time.\n";

std::string text_of(const std::optional<Ticks>& ticks) {
  return ticks ? fmt::format("{:.2f} / {:.2f} / {:.2f}", ticks->p50, ticks->p99, ticks->worst) : "-";
}

std::string end_of(const DarkFigures& figures) {
  if (!figures.time_out) return "-";
  return fmt::format("{} after {:.0f} / {:.0f}", figures.timed_out, figures.time_out->p50,
                     figures.time_out->worst);
}

struct Result {
  EndMethod method;
  DarkFigures figures;
};

std::vector<std::string> cells_of(const Result& result) {
  const auto& f = result.figures;
  return {result.method.title,
          text_of(f.last_lit),
          text_of(f.first_dark),
          text_of(f.last_shown),
          fmt::format("{} of {}", f.notified, f.rounds),
          end_of(f),
          fmt::format("{}", f.late),
          fmt::format("{}", f.late_at_stall)};
}

std::optional<Spread> single(std::optional<double> value) {
  if (!value) return std::nullopt;
  return spread_of({*value});
}

void add_criteria(const std::string& what, const std::optional<Ticks>& ticks,
                  std::vector<Criterion>& criteria) {
  using enum Criterion::Relation;
  criteria.push_back({what + ", p50", single(ticks ? std::optional(ticks->p50) : std::nullopt), AtMost, 1});
  criteria.push_back(
      {what + ", p99", single(ticks ? std::optional(ticks->p99) : std::nullopt), AtMost, kLateTicks});
}

std::vector<Criterion> criteria_of(const std::vector<Result>& results) {
  using enum Criterion::Relation;
  std::vector<Criterion> criteria;
  for (const auto& [method, figures] : results) {
    add_criteria(method.title + ": last light on the wire", figures.last_lit, criteria);
    if (method.aborts) add_criteria(method.title + ": last light at the output", figures.last_shown, criteria);
    const std::size_t due = method.notifies_receiver ? figures.notified : figures.timed_out;
    const auto* how =
        method.notifies_receiver ? ": rounds that close the stream" : ": rounds that it ends by time-out";
    criteria.push_back(
        {method.title + how, single(static_cast<double>(due)), AtLeast, static_cast<double>(figures.rounds)});
    criteria.push_back({method.title + ": late without a stall",
                        single(static_cast<double>(figures.late - figures.late_at_stall)), AtMost, 0});
  }
  return criteria;
}

Json json_of(const std::vector<Result>& results) {
  Json list = Json::array();
  for (const auto& [method, figures] : results) {
    Json object{{"way", method.name}, {"title", method.title}};
    object.update(to_json(figures));
    list.push_back(object);
  }
  return list;
}

/// Writing a core dump would delay the end of a process that dies by an exception.
void forbid_core_dumps() {
  rlimit limit{};
  if (getrlimit(RLIMIT_CORE, &limit) != 0) return;
  limit.rlim_cur = 0;
  setrlimit(RLIMIT_CORE, &limit);
}

struct Measured {
  EndMethod method;
  std::vector<DarkRound> rounds;
};

/// Ways that could not be measured are listed in `failures`.
std::vector<Measured> measure(const DarkOptions& options, std::string& failures) {
  std::vector<Measured> all;
  cli::StatusLine status;
  for (const EndMethod& method : options.methods) try {
      all.push_back({method, run_rounds(method, options.plan, [&](std::uint64_t round) {
                       status.show(fmt::format("{}: {} of {}", method.title, round + 1, options.plan.rounds));
                     })});
    } catch (const cli::Failure&) {
      throw;
    } catch (const std::runtime_error& error) {
      failures += fmt::format("\n{}: not measured, {}\n", method.title, error.what());
    }
  return all;
}

int run_dark(const DarkOptions& options) {
  forbid_core_dumps();
  const Duration begin = io::since_1970();
  StallWatch watch;
  std::string failures;
  const auto measured = measure(options, failures);
  const auto stalls = watch.finish();
  const Duration end = io::since_1970();
  const double stalled = 100 * stalled_share(stalls, begin, end);
  const double stalled_realtime = 100 * stalled_share(of_realtime(stalls), begin, end);
  std::vector<Result> results;
  for (const auto& [method, rounds] : measured)
    results.push_back({method, figures_of(method, rounds, stalls, options.plan.tick)});

  Table table({"way out", "last light", "darkness", "output", "told", "time-outs, ticks", "late", "stalled"});
  for (const Result& result : results) table.add(cells_of(result));
  const auto criteria = criteria_of(results);
  fmt::print(
      "{} rounds of each, seed {}.\n\n{}\n{}\nSome core was seen not to run for {:.3f} % of the time, for "
      "{:.3f} "
      "% even with real-time priority.\n\n{}{}",
      options.plan.rounds, options.plan.seed, table.text(), kDarkMeaning, stalled, stalled_realtime,
      table_of(criteria), failures);
  write_results(options.json, "dark",
                {{"rounds", options.plan.rounds},
                 {"seed", options.plan.seed},
                 {"tick_us", in_micros(options.plan.tick)},
                 {"stalled_percent", stalled},
                 {"stalled_realtime_percent", stalled_realtime},
                 {"ways", json_of(results)},
                 {"criteria", to_json(criteria)}});
  return failures.empty() ? cli::kOk : cli::kFindings;
}

std::vector<EndMethod> methods_named(const std::vector<std::string>& names) {
  std::vector<EndMethod> chosen;
  for (const std::string& name : names) {
    const auto method = std::ranges::find(end_methods(), name, &EndMethod::name);
    if (method == end_methods().end())
      throw cli::wrong_value("--only", fmt::format("there is no way \"{}\"", name));
    chosen.push_back(*method);
  }
  return chosen;
}

std::string all_names() {
  std::string names;
  for (const EndMethod& method : end_methods()) names += (names.empty() ? "" : ",") + method.name;
  return names;
}

}  // namespace

void add_dark(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<DarkOptions>();
  const cli::CommandLine command = app.add_subcommand("dark", "How soon it is dark, for each way to end light");
  command.add_count("--rounds", options->plan.rounds, 1, 10'000, "of each way [200]");
  command.add_count("--seed", options->plan.seed, 0, 1'000'000, "of the random choices [7255]");
  command
      .add_list(
          "--only",
          [options](const std::vector<std::string>& names) { options->methods = methods_named(names); },
          "ways to measure, of " + all_names())
      .type_name("NAME,...");
  command.add_option("--application", options->plan.application, "the program that is started [as built]")
      .type_name("FILE");
  add_results_option(command, options->json);
  command.callback([options, &run] { run = [options] { return run_dark(*options); }; });
}

}  // namespace idn::bench
