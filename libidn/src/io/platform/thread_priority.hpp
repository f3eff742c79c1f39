// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "idn/io/send/realtime.hpp"

namespace idn::io::platform {

/// Real-time priority of the calling thread, until it is restored.
class ThreadPriority {
 public:
  ThreadPriority();
  ~ThreadPriority();

  Grant raise(RealtimeRole role);
  void restore() noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::io::platform
