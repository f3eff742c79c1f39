// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// Where this system keeps a user's files. All without a slash at the end, and empty where there is none.
namespace idn::plugins::platform {

/// Of the environment; empty where it is not set.
std::string environment(const char* variable);

std::string settings_folder();  ///< of this user, for settings
std::string machine_folder();   ///< of all users, for settings
std::string log_folder();       ///< of this user, for logs

}  // namespace idn::plugins::platform
