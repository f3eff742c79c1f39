// SPDX-License-Identifier: MIT
#include "io/platform/linux/power.hpp"

#include <fstream>
#include <string>
#include <system_error>

#include "io/platform/power.hpp"

namespace idn::io::platform {
namespace {

/// Empty if there is none.
std::string word_in(const std::filesystem::path& file) {
  std::string word;
  std::ifstream(file) >> word;
  return word;
}

}  // namespace

bool is_on_battery(const std::filesystem::path& supplies) {
  bool discharges = false;
  std::error_code error;
  for (std::filesystem::directory_iterator supply(supplies, error), end; !error && supply != end;
       supply.increment(error)) {
    const std::filesystem::path& folder = supply->path();
    if (word_in(folder / "online") == "1") return false;
    // A battery of scope "Device" is that of a mouse or the like.
    if (word_in(folder / "type") == "Battery" && word_in(folder / "scope") != "Device")
      discharges |= word_in(folder / "status") == "Discharging";
  }
  return discharges;
}

bool is_on_battery() {
  return is_on_battery("/sys/class/power_supply");
}

}  // namespace idn::io::platform
