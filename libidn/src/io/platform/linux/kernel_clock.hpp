// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <ctime>

#include "idn/time.hpp"

namespace idn::io::platform {

/// The clock of a queue discipline: CLOCK_MONOTONIC for fq, which is ours too, mostly CLOCK_TAI for etf.
class KernelClock {
 public:
  explicit KernelClock(clockid_t id) noexcept : id_(id) {}

  clockid_t id() const noexcept { return id_; }
  /// `time` in nanoseconds of that clock. Reads the difference of the clocks each time, since the other one may
  /// be set.
  std::uint64_t at(TimePoint time) const noexcept {
    if (id_ == CLOCK_MONOTONIC) return static_cast<std::uint64_t>(time.time_since_epoch().count());
    const std::int64_t own = read(CLOCK_MONOTONIC);
    return static_cast<std::uint64_t>(time.time_since_epoch().count() + (read(id_) - own));
  }

 private:
  static std::int64_t read(clockid_t id) noexcept {
    timespec now{};
    ::clock_gettime(id, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
  }

  clockid_t id_;
};

}  // namespace idn::io::platform
