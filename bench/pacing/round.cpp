// SPDX-License-Identifier: MIT
#include "bench/pacing/round.hpp"

#include <fmt/core.h>

#include <memory>
#include <stdexcept>
#include <thread>

#include "bench/machine/processor_time.hpp"
#include "e2e/process.hpp"

namespace idn::bench {
namespace {

using Seconds = std::chrono::duration<double>;
using test::Process;

Duration since_1970() {
  return std::chrono::system_clock::now().time_since_epoch();
}

std::vector<std::unique_ptr<Process>> start_load(unsigned processes) {
  std::vector<std::unique_ptr<Process>> load;
  for (unsigned i = 0; i < processes; ++i)
    load.push_back(std::make_unique<Process>(Command{"/proc/self/exe", "busy"}));
  return load;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

[[noreturn]] void refuse(const std::string& what, const Process& process) {
  const std::string said = first_line(process.errors());
  throw std::runtime_error(said.empty() ? what : fmt::format("{}: {}", what, said));
}

void await_samples(const MeasuringUnit& unit, Process& process) {
  test::eventually([&] { return unit.has_samples() || !process.is_running(); });
  if (!unit.has_samples()) refuse("it sent no samples", process);
}

/// The accounts at one moment.
struct Moment {
  Duration time;
  ThreadTimes threads;
  MachineTime machine;

  static Moment now(pid_t process) { return {since_1970(), thread_times(process), machine_time()}; }
};

void book_processor_time(const Moment& from, const Moment& until, RoundResult& result) {
  result.steal_percent = steal_percent(from.machine, until.machine);
  if (from.threads.empty() || until.threads.empty()) return;
  const ThreadUse use = use_between(from.threads, until.threads);
  const auto percent = [&](Duration used) { return 100.0 * (Seconds(used) / Seconds(until.time - from.time)); };
  result.sending_cpu_percent = percent(use.busiest);
  result.process_cpu_percent = percent(use.all);
}

}  // namespace

RoundResult run_round(const Contender& contender, Duration measured, unsigned load) {
  const auto busy = start_load(load);
  MeasuringUnit unit(contender.answers);
  Process process(contender.command(unit));
  await_samples(unit, process);
  std::this_thread::sleep_for(kLeadIn);
  const Moment from = Moment::now(process.id());
  std::this_thread::sleep_for(measured);
  const Moment until = Moment::now(process.id());
  if (const int code = process.wait(); code != 0) refuse(fmt::format("exit code {}", code), process);

  const Reception reception = unit.finish();
  if (reception.unstamped > 0) refuse("the kernel gave no receive time stamps", process);
  const auto figures = measure(between(reception.datagrams, from.time, until.time));
  if (!figures) refuse("too few datagrams came", process);
  RoundResult result{.figures = *figures, .lost = reception.lost + reception.dropped};
  book_processor_time(from, until, result);
  result.report = parse_sender_report(process.output());
  if (result.report.tick_cpu_percent) result.sending_cpu_percent = result.report.tick_cpu_percent;
  return result;
}

}  // namespace idn::bench
