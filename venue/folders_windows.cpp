// SPDX-License-Identifier: MIT
#include <windows.h>

#include "venue/folders.hpp"

namespace idn::folders {
namespace {

std::string folder_in(const char* variable) {
  const std::string set = environment(variable);
  return set.empty() ? set : set + "/idn";
}

}  // namespace

/// Asks the system instead of the C library, whose copy does not contain what a host has changed since.
std::string environment(const char* variable) {
  std::string value(GetEnvironmentVariableA(variable, nullptr, 0), '\0');
  value.resize(GetEnvironmentVariableA(variable, value.data(), static_cast<DWORD>(value.size())));
  return value;
}

std::string settings_folder() {
  return folder_in("APPDATA");
}

std::string machine_folder() {
  return folder_in("PROGRAMDATA");
}

std::string log_folder() {
  return folder_in("LOCALAPPDATA");
}

}  // namespace idn::folders
