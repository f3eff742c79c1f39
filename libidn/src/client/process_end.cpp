// SPDX-License-Identifier: MIT
#include "client/process_end.hpp"

#include "client/platform/process.hpp"

namespace idn::client {

ProcessEnd::ProcessEnd(void (*then)() noexcept, void (*alone)() noexcept) noexcept
    : then_(then), alone_(alone), process_(platform::process_id()) {}

ProcessEnd::~ProcessEnd() {
  if (platform::threads_run_at_end()) {
    if (platform::process_id() == process_) then_();
  } else if (alone_ != nullptr && platform::has_ended_threads()) {
    alone_();
  }
}

}  // namespace idn::client
