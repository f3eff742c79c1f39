// SPDX-License-Identifier: MIT
#include "idn/io/spin_guard.hpp"

#include <algorithm>

namespace idn::io {
namespace {

/// Quantile tracker (stochastic approximation): the guard grows by kUp after a late wake-up and shrinks by kUp
/// * p / (1 - p) after any other, with p = kLatePerMille / 1000. It converges to the (1 - p) quantile of the
/// oversleep, whatever its distribution, and an outlier moves it no further than any other late wake-up.
constexpr Duration kUp{std::chrono::microseconds(1)};
constexpr Duration kDown = kUp * SpinGuard::kLatePerMille / (1000 - SpinGuard::kLatePerMille);

}  // namespace

void SpinGuard::calibrate(std::span<Duration> oversleeps) noexcept {
  if (oversleeps.empty()) return;
  std::ranges::sort(oversleeps);
  // The 90th percentile: the maximum of a few dozen is too noisy, the median too short.
  needed_ = std::clamp(oversleeps[oversleeps.size() * 9 / 10], Duration{0}, kLongest);
}

void SpinGuard::slept(Duration oversleep) noexcept {
  if (oversleep > kLongest) return;  // a stall, which no guard can cover
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
  affordable_ = std::min(left, length * kSpinPercent / 100) / waits_;
  overloaded_windows_ = left > Duration{0} ? 0 : overloaded_windows_ + 1;
  work_ = Duration{0};
  waits_ = 0;
}

}  // namespace idn::io
