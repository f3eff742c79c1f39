// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace idn::io::platform {

/// is_on_battery() by what a folder such as /sys/class/power_supply says (sysfs-class-power of the kernel).
bool is_on_battery(const std::filesystem::path& supplies);

}  // namespace idn::io::platform
