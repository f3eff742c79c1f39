// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace idn::bench {

/// Names and values of what a reader has to know about the machine to judge numbers measured on it; nothing
/// that would identify it.
std::vector<std::pair<std::string, std::string>> describe_machine();

}  // namespace idn::bench
