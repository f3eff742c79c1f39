// SPDX-License-Identifier: MIT
#include "io/platform/sleeper.hpp"

#include <cerrno>
#include <ctime>
#include <thread>

namespace idn::io::platform {

struct Sleeper::State {};
Sleeper::Sleeper() = default;
Sleeper::~Sleeper() = default;

void Sleeper::sleep_until(TimePoint deadline) noexcept {
#ifdef __linux__
  const auto since_boot = deadline.time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since_boot);
  const timespec until{.tv_sec = seconds.count(), .tv_nsec = (since_boot - seconds).count()};
  // Absolute, so that time lost between reading the clock and sleeping does not add up.
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
  }
#else
  std::this_thread::sleep_until(std::chrono::steady_clock::time_point(
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(deadline.time_since_epoch())));
#endif
}

}  // namespace idn::io::platform
