// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "idn/io/realtime.hpp"

namespace idn::io::platform {

/// What a thread on time asks of the system beside priority: memory that stays, fine timers, processors that
/// are awake. Taken back by the destructor, on the same thread.
class SystemRequests {
 public:
  SystemRequests();
  ~SystemRequests();

  std::vector<Grant> make();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::io::platform
