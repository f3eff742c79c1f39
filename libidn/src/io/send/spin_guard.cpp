// SPDX-License-Identifier: MIT
#include "idn/io/send/clock.hpp"

#include <algorithm>
#include <utility>

namespace idn::io {
namespace {

/// Quantile tracker (stochastic approximation): the guard grows by kUp after a late wake-up and shrinks by kUp
/// * p / (1 - p) after any other, with p = kLatePerMille / 1000. It converges to the (1 - p) quantile of the
/// oversleep, whatever its distribution, and an outlier moves it no further than any other late wake-up.
constexpr Duration kUp{std::chrono::microseconds(1)};
constexpr Duration kDown = kUp * SpinGuard::kLatePerMille / (1000 - SpinGuard::kLatePerMille);

/// Before the number of waits is known: as if they were this far apart.
constexpr Duration kUsualTick{std::chrono::milliseconds(1)};

}  // namespace

SpinGuard::SpinGuard(GuardPolicy policy, double budget) noexcept : policy_(policy), budget_(budget) {
  if (policy != GuardPolicy::Longest) return;
  needed_ = kLongest;
  affordable_ = std::chrono::duration_cast<Duration>(kUsualTick * budget);
}

void SpinGuard::calibrate(std::span<Duration> oversleeps) noexcept {
  if (policy_ != GuardPolicy::Percentile || oversleeps.empty()) return;
  std::ranges::sort(oversleeps);
  // The 90th percentile: the maximum of a few dozen is too noisy, the median too short.
  needed_ = std::clamp(oversleeps[oversleeps.size() * 9 / 10], Duration{0}, kLongest);
}

void SpinGuard::slept(Duration oversleep) noexcept {
  if (oversleep > kLongest) return;  // a stall, which no guard can cover
  if (policy_ == GuardPolicy::Longest) {
    longest_now_ = std::max(longest_now_, oversleep);
    needed_ = std::max(longest_now_, longest_before_);
    return;
  }
  needed_ = std::clamp(needed_ + (oversleep > needed_ ? kUp : -kDown), Duration{0}, kLongest);
}

void SpinGuard::worked(Duration work, TimePoint now) noexcept {
  if (window_begin_ == kNever) window_begin_ = now;
  work_ += work;
  ++waits_;
  if (now - window_begin_ < kWindow) return;
  end_window(now - window_begin_);
  window_begin_ = now;
}

void SpinGuard::end_window(Duration length) noexcept {
  const Duration left = std::max(length * kBusyPercent / 100 - work_, Duration{0});
  affordable_ = std::min(left, std::chrono::duration_cast<Duration>(length * budget_)) / waits_;
  overloaded_windows_ = left > Duration{0} ? 0 : overloaded_windows_ + 1;
  work_ = Duration{0};
  waits_ = 0;
  if (++windows_ < kWindowsOfLongest) return;
  windows_ = 0;
  longest_before_ = std::exchange(longest_now_, Duration{0});
}

}  // namespace idn::io
