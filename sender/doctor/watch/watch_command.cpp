// SPDX-License-Identifier: MIT
#include "sender/doctor/watch/watch_command.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <set>
#include <thread>

#include "sender/doctor/run_command.hpp"
#include "sender/doctor/watch/trace_instance.hpp"

namespace idn::sender::doctor {
namespace {

/// Reads the trace beside the command.
class TraceReader {
 public:
  explicit TraceReader(TraceInstance& trace) : trace_(trace) {}

  void read() {
    trace_.read([this](std::string_view line) { take(line); });
    auto found = finder_.take();
    report_.ticks.insert(report_.ticks.end(), found.begin(), found.end());
  }
  WatchReport finish(int exit_code) {
    read();
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
    const auto thread = finder_.add(*event);
    if (thread && threads_.insert(*thread).second) trace_.follow(*thread);
  }

  TraceInstance& trace_;
  LateTickFinder finder_;
  WatchReport report_;
  std::set<int> threads_;
  TimePoint last_{};
};

}  // namespace

WatchReport watch_command(const std::vector<std::string>& command) {
  TraceInstance trace;
  TraceReader reader(trace);
  std::jthread thread;
  const auto prepare = [&] { setenv("IDN_TICK_WATCH", trace.marker().c_str(), 1); };
  const auto begun = [&] {
    thread = std::jthread([&reader](const std::stop_token& stop) {
      setpriority(PRIO_PROCESS, 0, 10);  // of this thread: what is watched comes first
      while (!stop.stop_requested()) reader.read();
    });
  };
  const int code = run_command(command, prepare, begun);
  thread.request_stop();
  thread.join();
  return reader.finish(code);
}

}  // namespace idn::sender::doctor
