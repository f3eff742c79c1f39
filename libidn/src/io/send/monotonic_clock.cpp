// SPDX-License-Identifier: MIT
#include "idn/io/send/clock.hpp"

#include <algorithm>
#include <array>
#ifdef _MSC_VER
#include <intrin.h>
#endif

#include "idn/io/now.hpp"
#include "io/platform/sleeper.hpp"

namespace idn::io {
namespace {

/// Marks a spin loop for the processor, so that a sibling hardware thread gets the execution units.
void relax() noexcept {
#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
  _mm_pause();
#elif defined(_MSC_VER) && defined(_M_ARM64)
  __yield();
#elif defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// The least for what is no number.
double within_range(double cpu_budget) noexcept {
  return cpu_budget >= 0.01 ? std::min(cpu_budget, 0.9) : 0.01;
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
    case WaitMode::Auto:
      return "auto";
  }
  return "unknown";
}

std::optional<WaitMode> wait_mode_from(std::string_view name) noexcept {
  for (const auto mode : {WaitMode::Sleep, WaitMode::Hybrid, WaitMode::Spin, WaitMode::Auto})
    if (name == to_string(mode)) return mode;
  return std::nullopt;
}

MonotonicClock::MonotonicClock(WaitMode mode, SpinHint hint, double cpu_budget)
    : sleeper_(std::make_unique<platform::Sleeper>()),
      mode_(mode),
      hint_(hint),
      guard_(mode == WaitMode::Auto ? SpinGuard(GuardPolicy::Longest, within_range(cpu_budget)) : SpinGuard()) {
  if (mode == WaitMode::Hybrid) calibrate();
}

MonotonicClock::~MonotonicClock() = default;

TimePoint MonotonicClock::now() noexcept {
  return monotonic_now();
}

void MonotonicClock::wait_until(TimePoint deadline) noexcept {
  TimePoint time = now();
  if (waited_ != kNever) guard_.worked(time - waited_, time);
  const TimePoint wake_up = deadline - guard();
  if (mode_ != WaitMode::Spin && time < wake_up) {
    sleeper_->sleep_until(wake_up);
    time = now();
    guard_.slept(time - wake_up);
  }
  if (hint_ == SpinHint::Pause)
    for (; time < deadline; time = now()) relax();
  while (time < deadline) time = now();
  waited_ = time;
}

void MonotonicClock::calibrate() noexcept {
  constexpr Duration kSleep = std::chrono::microseconds(400);
  std::array<Duration, 24> overslept{};
  for (auto& each : overslept) {
    const TimePoint wanted = now() + kSleep;
    sleeper_->sleep_until(wanted);
    each = now() - wanted;
  }
  guard_.calibrate(overslept);
}

}  // namespace idn::io
