// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/terminal.hpp"
#include "idn/io/send/clock.hpp"
#include "sender/command/commands.hpp"
#include "sender/timers/sleep_report.hpp"
#include "sender/timers/timer_report.hpp"

namespace idn::sender {
namespace {

using io::WaitMode;

struct TimerOptions {
  bool functions = false;
  std::uint64_t rounds = 1000;
  bool as_json = false;
};

constexpr WaitMode kModes[] = {WaitMode::Sleep, WaitMode::Hybrid, WaitMode::Spin};

/// Fills a report row by row, and shows on a terminal which one is being measured.
class TimerMeasurement {
 public:
  TimerReport run();
  SleepReport compare_functions(std::size_t rounds);

 private:
  void measure_all(bool realtime);
  void measure(io::SleepMethod method, bool realtime);
  void measure(WaitMode mode, bool realtime);
  void announce(std::string_view wait);

  TimerReport report_;
  cli::StatusLine line_;
  std::size_t rows_ = 2 * (io::sleep_methods().size() + std::size(kModes));
};

TimerReport TimerMeasurement::run() {
  report_.facts = system_facts();
  io::MonotonicClock clock(WaitMode::Sleep);
  report_.granularity = clock_granularity(clock);
  measure_all(false);
  measure_all(true);
  line_.clear();
  return std::move(report_);
}

SleepReport TimerMeasurement::compare_functions(std::size_t rounds) {
  SleepReport report{.rows = {}, .grants = {}, .facts = system_facts()};
  for (const bool realtime : {false, true}) {
    std::optional<io::RealtimeScope> scope;
    if (realtime) scope.emplace(io::RealtimeOptions{.lock_memory = true});
    io::MonotonicClock clock(WaitMode::Sleep);
    std::size_t round = 0;
    // Rarely: to write to a terminal takes time.
    auto rows = measure_functions(sleep_functions(), clock, rounds, [&] {
      if (round++ % 100 == 0)
        line_.show(fmt::format("round {} of {}{}", round, rounds, realtime ? ", with real-time priority" : ""));
    });
    for (SleepRow& row : rows) row.realtime = realtime;
    std::ranges::move(rows, std::back_inserter(report.rows));
    if (scope) report.grants = scope->grants();
  }
  line_.clear();
  return report;
}

void TimerMeasurement::measure_all(bool realtime) {
  for (const auto method : io::sleep_methods()) measure(method, realtime);
  for (const auto mode : kModes) measure(mode, realtime);
}

void TimerMeasurement::measure(io::SleepMethod method, bool realtime) {
  announce(to_string(method));
  std::optional<io::RealtimeScope> scope;
  if (realtime) scope.emplace(io::RealtimeOptions{.lock_memory = true});
  io::SleepClock clock(method);
  report_.rows.push_back({std::string(to_string(method)), realtime, measure_waits(clock)});
  if (scope) report_.grants = scope->grants();
}

void TimerMeasurement::measure(WaitMode mode, bool realtime) {
  announce(to_string(mode));
  std::optional<io::RealtimeScope> scope;
  // Sleeps as the threads that stream do: the kernel throttles real-time threads that never sleep.
  if (realtime) scope.emplace(io::RealtimeOptions{.priority = mode != WaitMode::Spin, .lock_memory = true});
  io::MonotonicClock clock(mode);
  const Oversleep late = measure_waits(clock);
  report_.rows.push_back({fmt::format("--wait {}", to_string(mode)), realtime, late});
  if (mode == WaitMode::Hybrid) report_.rows.back().guard = clock.guard();
}

void TimerMeasurement::announce(std::string_view wait) {
  line_.show(fmt::format("measuring {} of {}: {}", report_.rows.size() + 1, rows_, wait));
}

constexpr const char* kTimersManual = R"(
Waits a few hundred milliseconds in every way this system offers, with and without real-time priority, and prints
how late the waits end. Sends nothing. Run it while the machine does what it will do during a show.
)";

}  // namespace

void add_timers(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<TimerOptions>();
  const cli::CommandLine command = app.add_subcommand("timers", "Measure the timer accuracy of this machine");
  command.add_flag("--functions", options->functions,
                   "compare the functions by which programs sleep instead, for 0.1 to 20 ms, in turn");
  command.add_count("--rounds", options->rounds, 1, 1'000'000,
                    "--functions: how often each sleeps, above 1 ms less; 1000 take some 80 s [1000]");
  command.add_flag("--json", options->as_json, "one JSON object");
  command.footer(kTimersManual);
  command.callback([options, &run] {
    run = [options] {
      if (options->functions) {
        const SleepReport report = TimerMeasurement().compare_functions(options->rounds);
        fmt::print("{}", options->as_json ? sleep_json(report) : sleep_text(report));
        return cli::kOk;
      }
      const TimerReport report = TimerMeasurement().run();
      fmt::print("{}", options->as_json ? timer_json(report) : timer_text(report));
      return cli::kOk;
    };
  });
}

}  // namespace idn::sender
