// SPDX-License-Identifier: MIT
#include "client/process_end.hpp"

#include "client/platform/process.hpp"

namespace idn::client {

ProcessEnd::ProcessEnd(void (*then)() noexcept) noexcept : then_(then), process_(platform::process_id()) {}

ProcessEnd::~ProcessEnd() {
  if (platform::threads_run_at_end() && platform::process_id() == process_) then_();
}

}  // namespace idn::client
