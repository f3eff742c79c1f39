// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// Folders for settings and logs on this system: without a slash at the end, and empty if there is none.
namespace idn::folders {

/// Value of an environment variable; empty if it is not set.
std::string environment(const char* variable);

std::string settings_folder();  ///< settings of this user
std::string machine_folder();   ///< settings of all users
std::string log_folder();       ///< logs of this user

}  // namespace idn::folders
