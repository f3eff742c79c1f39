// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "idn/io/send/clock.hpp"

namespace idn::io::platform {

/// See idn::io::sleep_methods().
std::vector<SleepMethod> sleep_methods();

/// Sleeps until a time of the monotonic clock, without spinning.
class Sleeper {
 public:
  /// By the best method that the operating system offers.
  Sleeper() : Sleeper(sleep_methods().front()) {}
  explicit Sleeper(SleepMethod method);
  ~Sleeper();
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;

  void sleep_until(TimePoint deadline) noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::io::platform
