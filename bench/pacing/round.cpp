// SPDX-License-Identifier: MIT
#include "bench/pacing/round.hpp"

#include <memory>
#include <stdexcept>
#include <thread>

#include "bench/machine/processor_time.hpp"
#include "bench/pacing/running_sender.hpp"
#include "idn/io/now.hpp"

namespace idn::bench {
namespace {

using Seconds = std::chrono::duration<double>;
using test::Process;

std::vector<std::unique_ptr<Process>> start_load(unsigned processes) {
  std::vector<std::unique_ptr<Process>> load;
  for (unsigned i = 0; i < processes; ++i)
    load.push_back(std::make_unique<Process>(Words{"/proc/self/exe", "busy"}));
  return load;
}

/// A moment, and the processor time used until then.
struct Moment {
  Duration time;
  ThreadTimes threads;
  cli::MachineTime machine;

  static Moment now(pid_t process) { return {io::since_1970(), thread_times(process), machine_time()}; }
};

void book_processor_time(const Moment& from, const Moment& until, RoundResult& result) {
  result.steal_percent = cli::steal_percent(from.machine, until.machine);
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
  RunningSender sender(contender.command(unit), unit);
  std::this_thread::sleep_for(kLeadIn);
  const Moment from = Moment::now(sender.id());
  std::this_thread::sleep_for(measured);
  const Moment until = Moment::now(sender.id());
  const SenderReport report = parse_sender_report(sender.finish());

  const ReceivedDatagrams reception = unit.finish();
  if (reception.unstamped > 0) throw std::runtime_error("the kernel gave no receive time stamps");
  const auto figures = measure(between(reception.datagrams, from.time, until.time));
  if (!figures) throw std::runtime_error("too few datagrams came");
  RoundResult result{.figures = *figures, .lost = reception.lost + reception.dropped, .report = report};
  book_processor_time(from, until, result);
  if (report.tick_cpu_percent) result.sending_cpu_percent = report.tick_cpu_percent;
  return result;
}

}  // namespace idn::bench
