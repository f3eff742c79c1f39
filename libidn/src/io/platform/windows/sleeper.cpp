// SPDX-License-Identifier: MIT
#include "io/platform/sleeper.hpp"

#include <windows.h>
// windows.h first: timeapi.h needs its types.
#include <timeapi.h>

#include <chrono>

#ifndef CREATE_WAITABLE_TIMER_HIGH_RESOLUTION
#define CREATE_WAITABLE_TIMER_HIGH_RESOLUTION 0x00000002
#endif

namespace idn::io::platform {
namespace {

/// Null before Windows 10, version 1803.
HANDLE open_high_resolution_timer() noexcept {
  return CreateWaitableTimerExW(nullptr, nullptr, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, TIMER_ALL_ACCESS);
}

bool has_high_resolution_timer() noexcept {
  const HANDLE timer = open_high_resolution_timer();
  if (timer != nullptr) CloseHandle(timer);
  return timer != nullptr;
}

}  // namespace

std::vector<SleepMethod> sleep_methods() {
  std::vector<SleepMethod> methods{SleepMethod::RaisedTimer, SleepMethod::RelativeTime};
  if (has_high_resolution_timer()) methods.insert(methods.begin(), SleepMethod::HighResolutionTimer);
  return methods;
}

/// With the usual tick of 15.625 ms every wake-up would send a burst.
struct Sleeper::State {
  explicit State(SleepMethod method)
      : timer(method == SleepMethod::HighResolutionTimer ? open_high_resolution_timer() : nullptr),
        has_raised_tick(method == SleepMethod::RaisedTimer && timeBeginPeriod(1) == TIMERR_NOERROR) {}
  ~State() {
    if (timer != nullptr) CloseHandle(timer);
    if (has_raised_tick) timeEndPeriod(1);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  HANDLE timer;
  bool has_raised_tick;
};

Sleeper::Sleeper(SleepMethod method) : state_(std::make_unique<State>(method)) {}
Sleeper::~Sleeper() = default;

void Sleeper::sleep_until(TimePoint deadline) noexcept {
  const Duration left = deadline.time_since_epoch() - std::chrono::steady_clock::now().time_since_epoch();
  if (left <= Duration{0}) return;
  if (state_->timer == nullptr) {
    // Rounded up: Sleep(0) would not sleep.
    Sleep(static_cast<DWORD>(std::chrono::ceil<std::chrono::milliseconds>(left).count()));
    return;
  }
  LARGE_INTEGER due;
  due.QuadPart = -(left.count() / 100);  // negative: relative, in units of 100 ns
  if (SetWaitableTimer(state_->timer, &due, 0, nullptr, nullptr, FALSE))
    WaitForSingleObject(state_->timer, INFINITE);
}

}  // namespace idn::io::platform
