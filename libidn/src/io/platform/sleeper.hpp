// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "idn/time.hpp"

namespace idn::io::platform {

/// The finest plain sleep that the operating system offers, towards a time of the monotonic clock.
class Sleeper {
 public:
  Sleeper();
  ~Sleeper();
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;

  void sleep_until(TimePoint deadline) noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::io::platform
