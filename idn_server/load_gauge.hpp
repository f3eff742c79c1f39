// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "idn/time.hpp"

namespace idn::server {

/// Measures the rate of datagrams: busy means that waking up for each datagram would cost more than processing
/// it.
class LoadGauge {
 public:
  static constexpr Duration kWindow = std::chrono::milliseconds(10);
  static constexpr std::int64_t kBusy = 100;  ///< datagrams per window: the streams of ten projectors

  void add(std::size_t datagrams, TimePoint now) noexcept {
    count_ += static_cast<std::int64_t>(datagrams);
    const Duration elapsed = now - begun_;
    if (elapsed < kWindow) return;
    busy_ = count_ > elapsed / kWindow * kBusy;
    count_ = 0;
    begun_ = now;
  }

  bool is_busy() const noexcept { return busy_; }

 private:
  TimePoint begun_{};
  std::int64_t count_ = 0;
  bool busy_ = false;
};

}  // namespace idn::server
