// SPDX-License-Identifier: MIT
#include "client/platform/process.hpp"

namespace idn::client::platform {

long process_id() noexcept {
  return 0;  // there is no fork
}

/// A DLL destroys its static objects after the process has ended its other threads, or, where it is unloaded,
/// under a lock that they need to end.
bool threads_run_at_end() noexcept {
  return false;
}

}  // namespace idn::client::platform
