// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <ctime>

#include "idn/time.hpp"

namespace idn::io::platform {

/// The clock that a queue discipline goes by: fq by CLOCK_MONOTONIC, which is ours, etf mostly by CLOCK_TAI.
class KernelClock {
 public:
  explicit KernelClock(clockid_t id) noexcept : id_(id) {}

  clockid_t id() const noexcept { return id_; }
  /// In its nanoseconds. Reads the distance of the clocks anew each time, since somebody may set the other one.
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
