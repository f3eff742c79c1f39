// SPDX-License-Identifier: MIT
#include "io/platform/sleeper.hpp"

#include <windows.h>
// windows.h first: timeapi.h needs its types.
#include <timeapi.h>

#include <chrono>
#include <thread>

#ifndef CREATE_WAITABLE_TIMER_HIGH_RESOLUTION
#define CREATE_WAITABLE_TIMER_HIGH_RESOLUTION 0x00000002
#endif

namespace idn::io::platform {

/// A high-resolution waitable timer where Windows has one (10, version 1803), else the default timer at 1 ms:
/// with its usual 15.625 ms every wake-up would send a burst.
struct Sleeper::State {
  HANDLE timer =
      CreateWaitableTimerExW(nullptr, nullptr, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, TIMER_ALL_ACCESS);
  bool raised_resolution = timer == nullptr && timeBeginPeriod(1) == TIMERR_NOERROR;

  ~State() {
    if (timer != nullptr) CloseHandle(timer);
    if (raised_resolution) timeEndPeriod(1);
  }
};

Sleeper::Sleeper() : state_(std::make_unique<State>()) {}
Sleeper::~Sleeper() = default;

void Sleeper::sleep_until(TimePoint deadline) noexcept {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  const auto left = deadline.time_since_epoch() - std::chrono::duration_cast<Duration>(now);
  if (left <= Duration{0}) return;
  if (state_->timer == nullptr) {
    std::this_thread::sleep_for(left);
    return;
  }
  LARGE_INTEGER due;
  due.QuadPart = -(left.count() / 100);  // negative: relative, in units of 100 ns
  if (SetWaitableTimer(state_->timer, &due, 0, nullptr, nullptr, FALSE))
    WaitForSingleObject(state_->timer, INFINITE);
}

}  // namespace idn::io::platform
