// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "idn/time.hpp"

namespace idn::server {

/// How much later than due datagrams were sent.
class SendLateness {
 public:
  static constexpr Duration kOnTimeLimit = std::chrono::microseconds(50);

  void add(Duration late) noexcept {
    ++count_;
    if (late <= kOnTimeLimit) ++on_time_;
    sum_ += late;
    worst_ = std::max(worst_, late);
  }

  std::uint64_t count() const noexcept { return count_; }
  /// 0..1
  double share_within_50us() const noexcept {
    return count_ == 0 ? 1 : static_cast<double>(on_time_) / static_cast<double>(count_);
  }
  Duration mean() const noexcept {
    return count_ == 0 ? Duration{} : sum_ / static_cast<Duration::rep>(count_);
  }
  Duration worst() const noexcept { return worst_; }

 private:
  std::uint64_t count_ = 0;
  std::uint64_t on_time_ = 0;
  Duration sum_{};
  Duration worst_{};
};

}  // namespace idn::server
