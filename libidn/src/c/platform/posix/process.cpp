// SPDX-License-Identifier: MIT
#include "c/platform/process.hpp"

#include <unistd.h>

namespace idn::c::platform {

long process_id() noexcept {
  return getpid();
}

bool threads_run_at_end() noexcept {
  return true;
}

}  // namespace idn::c::platform
