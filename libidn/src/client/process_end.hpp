// SPDX-License-Identifier: MIT
#pragma once

namespace idn::client {

/// Calls a function where static objects are destroyed: the process ends by exit() or by a return from main, or
/// the library is unloaded. Not in a fork, which has none of the threads. On Windows, where no other thread
/// runs by then, another function instead. To be a static object itself.
class ProcessEnd {
 public:
  /// @param alone none; or what is to be done when the process has ended all other threads, wherever they were,
  /// locks and all. What waits for a lock of theirs there ends with the process.
  explicit ProcessEnd(void (*then)() noexcept, void (*alone)() noexcept = nullptr) noexcept;
  ~ProcessEnd();
  ProcessEnd(const ProcessEnd&) = delete;
  ProcessEnd& operator=(const ProcessEnd&) = delete;

 private:
  void (*const then_)() noexcept;
  void (*const alone_)() noexcept;
  const long process_;
};

}  // namespace idn::client
