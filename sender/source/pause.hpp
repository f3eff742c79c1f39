// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

#include "idn/time.hpp"

namespace idn::sender {

/// Waits without holding up a stop request. For producers that look again after a while: the tick thread must
/// not pay for waking anybody up.
inline void pause(Duration time, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait_for(lock, stop, time, [] { return false; });
}

}  // namespace idn::sender
