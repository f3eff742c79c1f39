// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "idn/io/send/realtime.hpp"

namespace idn::io::platform {

/// The requests of RealtimeOptions except priority and processor: fine timers, no deep idle states, locked
/// memory. Undone by the destructor, on the same thread.
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
