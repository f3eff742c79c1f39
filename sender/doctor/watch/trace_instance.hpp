// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace idn::sender::doctor {

/// A trace of the kernel of our own, beside those of others: /sys/kernel/tracing/instances/idn_doctor_PID.
/// Threads: one at a time.
class TraceInstance {
 public:
  /// Throws cli::Failure with cause and remedy where the kernel has none for us. What a doctor left behind that
  /// was killed is removed.
  TraceInstance();
  ~TraceInstance();
  TraceInstance(const TraceInstance&) = delete;
  TraceInstance& operator=(const TraceInstance&) = delete;

  /// The file whose lines become events.
  std::string marker() const { return (folder_ / "trace_marker").string(); }
  /// From now on, what happens to this thread too.
  void follow(int thread);
  /// Waits a while for events, and hands over each line that is there.
  void read(const std::function<void(std::string_view)>& take);

 private:
  void enable(const std::string& event, const std::string& filter = {});

  std::filesystem::path folder_;
  int pipe_ = -1;
  std::set<int> threads_;
  std::string rest_;  ///< a line that is not there as a whole
};

}  // namespace idn::sender::doctor
