// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace idn::sender::doctor {

/// A kernel trace of our own, independent of others: /sys/kernel/tracing/instances/idn_doctor_PID.
/// Threads: one at a time.
class TraceInstance {
 public:
  /// Removes instances of killed doctors. Throws cli::Failure with cause and remedy if the kernel offers no
  /// trace to this program.
  TraceInstance();
  ~TraceInstance();
  TraceInstance(const TraceInstance&) = delete;
  TraceInstance& operator=(const TraceInstance&) = delete;

  /// The file whose lines become events.
  std::string marker() const { return (folder_ / "trace_marker").string(); }
  /// Traces this thread too from now on.
  void follow(int thread);
  /// Waits for an event, 100 ms at most. An interrupt on the processor of the event ends the wait.
  void wait_for_event() const;
  /// Passes on each complete line that is there; a limited number, so that a flood of events ends too. Never
  /// waits.
  /// @return whether more may be there
  bool read(const std::function<void(std::string_view)>& take);

 private:
  void enable(const std::string& event, const std::string& filter = {});

  std::filesystem::path folder_;
  int pipe_ = -1;
  std::set<int> threads_;
  std::string rest_;  ///< an incomplete line
};

}  // namespace idn::sender::doctor
