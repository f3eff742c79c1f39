// SPDX-License-Identifier: MIT
#include "sender/timers/sleep_functions.hpp"

namespace idn::sender {

std::vector<SleepFunction> system_sleep_functions() {
  return {};
}

}  // namespace idn::sender
