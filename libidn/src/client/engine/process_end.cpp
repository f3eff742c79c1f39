// SPDX-License-Identifier: MIT
#include "idn/client/engine.hpp"

#include "client/platform/process.hpp"

namespace idn::client {

ProcessEnd::ProcessEnd(void (*at_end)() noexcept, void (*without_threads)() noexcept) noexcept
    : at_end_(at_end), without_threads_(without_threads), process_(platform::process_id()) {}

ProcessEnd::~ProcessEnd() {
  if (platform::threads_run_at_end()) {
    if (platform::process_id() == process_) at_end_();
  } else if (without_threads_ != nullptr && platform::has_ended_threads()) {
    without_threads_();
  }
}

}  // namespace idn::client
