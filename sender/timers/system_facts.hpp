// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace idn::sender {

/// A setting of the operating system that affects timer accuracy, as text.
struct SystemFact {
  std::string what;
  std::string value;  ///< "not visible on this machine" if it cannot be read
};

/// Power governor, kernel preemption, timer frequency, throttling of real-time threads. Empty except on Linux.
std::vector<SystemFact> system_facts();

}  // namespace idn::sender
