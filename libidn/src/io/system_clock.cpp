// SPDX-License-Identifier: MIT
#include "idn/io/system_clock.hpp"

#include <algorithm>
#include <array>

#include "io/platform/sleeper.hpp"

namespace idn::io {
namespace {

/// Tells the processor that this is a wait, so that a sibling hardware thread gets the execution units.
void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

std::string_view to_string(WaitMode mode) noexcept {
  switch (mode) {
    case WaitMode::Sleep:
      return "sleep";
    case WaitMode::Hybrid:
      return "hybrid";
    case WaitMode::Spin:
      return "spin";
  }
  return "unknown";
}

std::optional<WaitMode> wait_mode_from(std::string_view name) noexcept {
  for (const auto mode : {WaitMode::Sleep, WaitMode::Hybrid, WaitMode::Spin})
    if (name == to_string(mode)) return mode;
  return std::nullopt;
}

SystemClock::SystemClock(WaitMode mode, Duration longest_guard)
    : sleeper_(std::make_unique<platform::Sleeper>()), mode_(mode) {
  if (mode == WaitMode::Hybrid) guard_ = std::min(measure_guard(), longest_guard);
}

SystemClock::~SystemClock() = default;

TimePoint SystemClock::now() noexcept {
  return TimePoint(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

void SystemClock::wait_until(TimePoint deadline) noexcept {
  if (mode_ != WaitMode::Spin && deadline - now() > guard_) sleeper_->sleep_until(deadline - guard_);
  while (now() < deadline) relax();
}

Duration SystemClock::measure_guard() {
  constexpr Duration kSleep = std::chrono::microseconds(400);
  std::array<Duration, 24> overslept{};
  for (auto& each : overslept) {
    const TimePoint wanted = now() + kSleep;
    sleeper_->sleep_until(wanted);
    each = now() - wanted;
  }
  // The worst of a few dozen is chance; the third worst, with a margin, is what nearly every wake-up stays
  // within.
  std::ranges::nth_element(overslept, overslept.end() - 3);
  return std::clamp(overslept[overslept.size() - 3] * 5 / 4, kMinGuard, kMaxGuard);
}

}  // namespace idn::io
