// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace idn::sender {

/// A setting of the operating system that decides how punctual threads are, in words for people.
struct SystemFact {
  std::string what;
  std::string value;  ///< "not visible on this machine" where the system does not tell
};

/// Power governor, kernel preemption, timer frequency, throttling of real-time threads. Empty but on Linux.
std::vector<SystemFact> system_facts();

}  // namespace idn::sender
