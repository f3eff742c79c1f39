// SPDX-License-Identifier: MIT
#include "sender/doctor/watch/watch_command.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "idn/stop_token.hpp"
#include "sender/doctor/quota.hpp"
#include "sender/doctor/run_command.hpp"
#include "sender/doctor/watch/trace_instance.hpp"

namespace idn::sender::doctor {
namespace {

/// Measures how long a CPU quota (cgroup) has throttled a thread.
class QuotaWatch {
 public:
  QuotaWatch(const MachineFiles& files, QuotaState state)
      : files_(&files), state_(std::move(state)), last_(throttled(files, state_).time) {}

  Duration throttled_since_last() {
    const Duration now = throttled(*files_, state_).time;
    return now - std::exchange(last_, now);
  }

 private:
  const MachineFiles* files_;
  QuotaState state_;
  Duration last_;
};

/// Much less than the buffers of the trace last.
constexpr Duration kReadInterval{std::chrono::milliseconds(200)};
/// At the end of the command, however fast events come.
constexpr int kLastReads = 100;

/// Keeps the calling thread off these processors, if there are others.
void exclude_processors(const std::set<unsigned>& processors) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  for (const unsigned processor : processors)
    if (processor < CPU_SETSIZE) CPU_CLR(processor, &allowed);
  if (CPU_COUNT(&allowed) > 0) sched_setaffinity(0, sizeof allowed, &allowed);
}

/// Reads the kernel trace while the command runs, and finds late ticks in it.
class TraceReader {
 public:
  explicit TraceReader(TraceInstance& trace) : trace_(trace) {}

  /// @return whether more may be there
  bool read() {
    const bool more = trace_.read([this](std::string_view line) { take(line); });
    auto found = finder_.take();
    for (LateTick& tick : found)
      if (const auto quota = quotas_.find(tick.thread); quota != quotas_.end())
        apply_quota(tick, quota->second.throttled_since_last());
    report_.ticks.insert(report_.ticks.end(), found.begin(), found.end());
    return more;
  }
  bool follows_any() const noexcept { return !threads_.empty(); }
  WatchReport finish(int exit_code) {
    for (int reads = 0; reads < kLastReads && read(); ++reads) continue;
    report_.threads = threads_.size();
    report_.exit_code = exit_code;
    return std::move(report_);
  }

 private:
  void take(std::string_view line) {
    if (line.starts_with("CPU:") && line.find("LOST") != std::string_view::npos) {
      ++report_.lost;
      finder_.lost(last_);
    }
    const auto event = parse_trace_line(line);
    if (!event) return;
    last_ = event->at;
    // A read stays in the kernel for long, which delays even threads of real-time priority.
    if (event->kind == TraceKind::Mark && processors_.insert(event->processor).second)
      exclude_processors(processors_);
    const auto thread = finder_.add(*event);
    if (!thread || !threads_.insert(*thread).second) return;
    trace_.follow(*thread);
    if (const auto quota = find_quota(files_, std::to_string(*thread)))
      quotas_.emplace(*thread, QuotaWatch(files_, *quota));
  }

  TraceInstance& trace_;
  LateTickFinder finder_;
  WatchReport report_;
  MachineFiles files_;
  std::set<int> threads_;
  std::set<unsigned> processors_;     ///< processors of the watched threads
  std::map<int, QuotaWatch> quotas_;  ///< of threads that have one
  TimePoint last_{};
};

}  // namespace

WatchReport watch_command(const std::vector<std::string>& command) {
  TraceInstance trace;
  TraceReader reader(trace);
  jthread thread;
  const auto prepare = [&] { setenv("IDN_TICK_WATCH", trace.marker().c_str(), 1); };
  const auto begun = [&] {
    thread = jthread([&reader, &trace](const stop_token& stop) {
      setpriority(PRIO_PROCESS, 0, 10);  // of this thread only, so that it does not disturb the watched command
      std::mutex mutex;
      condition_variable_any wake;
      while (!stop.stop_requested()) {
        if (reader.read()) continue;
        // Until a thread is followed, the causes of its late ticks are not in the trace.
        if (!reader.follows_any()) {
          trace.wait_for_event();
          continue;
        }
        std::unique_lock lock(mutex);
        wake.wait_for(lock, stop, kReadInterval, [] { return false; });
      }
    });
  };
  const int code = run_command(command, prepare, begun);
  thread.request_stop();
  thread.join();
  return reader.finish(code);
}

}  // namespace idn::sender::doctor
