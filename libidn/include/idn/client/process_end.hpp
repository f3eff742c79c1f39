// SPDX-License-Identifier: MIT
#pragma once

namespace idn::client {

/// A static object whose destructor calls a function: at exit(), at a return from main, or when the library is
/// unloaded. Not in a forked child, which has none of the threads. On Windows, where all other threads have
/// ended by then, it calls another function instead. Threads: that which ends the process. Real-time: no.
class ProcessEnd {
 public:
  /// @param at_end called while other threads may run
  /// @param without_threads called, unless null, after the process has ended all other threads at any point of
  /// their code, even while they held a lock; to wait for that lock ends the process
  explicit ProcessEnd(void (*at_end)() noexcept, void (*without_threads)() noexcept = nullptr) noexcept;
  ~ProcessEnd();
  ProcessEnd(const ProcessEnd&) = delete;
  ProcessEnd& operator=(const ProcessEnd&) = delete;

 private:
  void (*const at_end_)() noexcept;
  void (*const without_threads_)() noexcept;
  const long process_;
};

}  // namespace idn::client
