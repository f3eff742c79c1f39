// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>

#include "idn/io/send/clock.hpp"

namespace idn::client {

/// A clock that logs late ticks, for `idn_sender doctor watch`: if the environment variable IDN_TICK_WATCH
/// names a file, each late tick writes one line there, by one system call. The file is meant to be the
/// trace_marker of the kernel, so that the lines are among its trace events. Threads: the tick thread.
class TickWatch final : public io::Clock {
 public:
  /// Null if the variable is not set, or the file cannot be opened.
  static std::unique_ptr<TickWatch> open(io::Clock& clock);
  /// Writes lines of text to `file`.
  TickWatch(io::Clock& clock, std::FILE* file);
  ~TickWatch() override;
  TickWatch(const TickWatch&) = delete;
  TickWatch& operator=(const TickWatch&) = delete;

  TimePoint now() noexcept override { return clock_.now(); }
  /// Waits, then on_wake_up().
  void wait_until(TimePoint deadline) noexcept override;
  /// Logs a wake-up that is later than SenderStats::kLateNs; of several in a row that one delay has made late,
  /// only the first. `called`: when the thread began to wait, `woke`: when it no longer waited.
  void on_wake_up(TimePoint deadline, TimePoint called, TimePoint woke) noexcept;
  /// To be called after each tick with the total of missing samples; logs the start of each underrun.
  void on_missing_samples(std::uint64_t total) noexcept;

 private:
  io::Clock& clock_;
  std::FILE* file_;
  bool is_late_ = false;
  bool is_in_underrun_ = false;
  std::uint64_t missing_samples_ = 0;
};

}  // namespace idn::client
