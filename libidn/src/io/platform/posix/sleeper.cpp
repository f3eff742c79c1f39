// SPDX-License-Identifier: MIT
#include "io/platform/sleeper.hpp"

#ifdef __APPLE__
#include <mach/mach_time.h>
#endif

#include <cerrno>
#include <chrono>
#include <ctime>
#include <thread>

namespace idn::io::platform {
namespace {

Duration until(TimePoint deadline) {
  return deadline.time_since_epoch() - std::chrono::steady_clock::now().time_since_epoch();
}

#if defined(__linux__)
/// An absolute sleep: a delay between reading the clock and going to sleep does not make it longer.
void sleep_absolute(TimePoint deadline) noexcept {
  const auto since_boot = deadline.time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since_boot);
  const timespec time{.tv_sec = seconds.count(), .tv_nsec = (since_boot - seconds).count()};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) == EINTR) {
  }
}
#elif defined(__APPLE__)
/// By duration: the monotonic clock of the standard library may differ from that of mach_wait_until().
void sleep_absolute(TimePoint deadline) noexcept {
  mach_timebase_info_data_t base{};
  mach_timebase_info(&base);
  const Duration left = until(deadline);
  if (left > Duration{0})
    mach_wait_until(mach_absolute_time() + static_cast<std::uint64_t>(left.count()) * base.denom / base.numer);
}
#else
void sleep_absolute(TimePoint deadline) noexcept {
  std::this_thread::sleep_for(until(deadline));
}
#endif

}  // namespace

std::vector<SleepMethod> sleep_methods() {
  return {SleepMethod::AbsoluteTime, SleepMethod::RelativeTime};
}

struct Sleeper::State {
  SleepMethod method;
};

Sleeper::Sleeper(SleepMethod method) : state_(new State{method}) {}
Sleeper::~Sleeper() = default;

void Sleeper::sleep_until(TimePoint deadline) noexcept {
  if (state_->method == SleepMethod::AbsoluteTime)
    sleep_absolute(deadline);
  else
    std::this_thread::sleep_for(until(deadline));
}

}  // namespace idn::io::platform
