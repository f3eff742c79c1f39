// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "idn/io/realtime.hpp"

namespace idn::io::platform {

/// What a thread on time asks of the system beside priority: fine timers, processors that are awake, memory
/// that stays where that is wanted. Taken back by the destructor, on the same thread.
class SystemRequests {
 public:
  SystemRequests();
  ~SystemRequests();

  std::vector<Grant> make(const RealtimeOptions& options);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::io::platform
