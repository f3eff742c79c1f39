// SPDX-License-Identifier: MIT
#pragma once

namespace idn::client {

/// Calls a function where static objects are destroyed: the process ends by exit() or by a return from main, or
/// the library is unloaded. Not in a fork, which has none of the threads, and not on Windows, where no other
/// thread runs by then. To be a static object itself.
class ProcessEnd {
 public:
  explicit ProcessEnd(void (*then)() noexcept) noexcept;
  ~ProcessEnd();
  ProcessEnd(const ProcessEnd&) = delete;
  ProcessEnd& operator=(const ProcessEnd&) = delete;

 private:
  void (*const then_)() noexcept;
  const long process_;
};

}  // namespace idn::client
