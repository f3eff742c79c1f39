// SPDX-License-Identifier: MIT
#include "client/content/source_follower.hpp"

#include <algorithm>
#include <cmath>

namespace idn::client {
namespace {

/// Long enough for several blocks of an application that writes 10 or 20 ms at a time.
constexpr Duration kLevelWindow = std::chrono::milliseconds(500);
constexpr double kTimeConstant = 20;  // s
// Of a critically damped loop, whose level is the integral of the difference of both rates.
constexpr double kProportional = 2 / kTimeConstant * 1e6;                // ppm per second of level
constexpr double kIntegral = 1 / (kTimeConstant * kTimeConstant) * 1e6;  // ppm per second of level and second
constexpr double kLimitPpm = SourceFollower::kLimitPpb / 1e3;

}  // namespace

void SourceFollower::observe(Duration level, TimePoint due) noexcept {
  if (count_ == 0) window_begin_ = due;
  sum_ += level;
  ++count_;
  const Duration window = due - window_begin_;
  if (window < kLevelWindow) return;
  const double error = in_seconds(sum_ / count_ - set_point_);
  rate_ppm_ = std::clamp(rate_ppm_ + kIntegral * error * in_seconds(window), -kLimitPpm, kLimitPpm);
  const double pace = std::clamp(rate_ppm_ + kProportional * error, -kLimitPpm, kLimitPpm);
  pace_ppb_.store(std::llround(pace * 1e3), std::memory_order_relaxed);
  sum_ = Duration{0};
  count_ = 0;
}

void SourceFollower::restart() noexcept {
  plays_ = false;
  sum_ = Duration{0};
  count_ = 0;
}

}  // namespace idn::client
