// SPDX-License-Identifier: MIT
#include "client/platform/process.hpp"

#include <unistd.h>

namespace idn::client::platform {

long process_id() noexcept {
  return getpid();
}

bool threads_run_at_end() noexcept {
  return true;
}

bool has_ended_threads() noexcept {
  return false;
}

}  // namespace idn::client::platform
