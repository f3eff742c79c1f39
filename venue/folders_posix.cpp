// SPDX-License-Identifier: MIT
#include <cstdlib>

#include "venue/folders.hpp"

namespace idn::folders {
namespace {

#ifndef __APPLE__
/// By the XDG Base Directory Specification, which says to ignore relative paths.
std::string xdg_folder(const char* variable, const char* below_home) {
  if (const std::string set = environment(variable); set.starts_with('/')) return set + "/idn";
  const std::string home = environment("HOME");
  return home.empty() ? home : home + below_home + "/idn";
}
#else
std::string home_folder(const char* below) {
  const std::string home = environment("HOME");
  return home.empty() ? home : home + below;
}
#endif

}  // namespace

std::string environment(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? std::string() : value;
}

#ifdef __APPLE__
std::string settings_folder() {
  return home_folder("/Library/Application Support/idn");
}

std::string log_folder() {
  return home_folder("/Library/Logs/idn");
}
#else
std::string settings_folder() {
  return xdg_folder("XDG_CONFIG_HOME", "/.config");
}

std::string log_folder() {
  return xdg_folder("XDG_STATE_HOME", "/.local/state");
}
#endif

std::string machine_folder() {
  return "/etc/idn";
}

}  // namespace idn::folders
