// SPDX-License-Identifier: MIT
#include <ctime>

#include "idn/io/send/clock.hpp"

namespace idn::io {

Duration thread_cpu_time() noexcept {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

}  // namespace idn::io
