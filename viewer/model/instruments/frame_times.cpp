// SPDX-License-Identifier: MIT
#include "viewer/model/instruments/frame_times.hpp"

#include <algorithm>
#include <cmath>

namespace idn::viewer {

void FrameTimes::add(Duration time) noexcept {
  const auto step = static_cast<std::size_t>(std::max(time, Duration{}) / kStep);
  ++steps_[std::min(step, steps_.size() - 1)];
  ++count_;
  max_ = std::max(max_, time);
}

Duration FrameTimes::quantile(double share) const noexcept {
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    seen += steps_[i];
    if (seen >= wanted && seen > 0) return std::min(kStep * static_cast<std::int64_t>(i + 1), max_);
  }
  return {};
}

}  // namespace idn::viewer
