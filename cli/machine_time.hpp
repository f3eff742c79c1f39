// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace idn::cli {

/// Time of the whole machine since it started, in the unit of /proc/stat (USER_HZ).
struct MachineTime {
  std::uint64_t total = 0;  ///< of all processors
  std::uint64_t steal = 0;  ///< while the host of a virtual machine ran something else
};

/// From the first line of /proc/stat. Nothing for other text.
std::optional<MachineTime> parse_machine_time(std::string_view text);

/// Steal time between two readings, in percent of the time of all processors; 0 if no time has passed.
double steal_percent(const MachineTime& before, const MachineTime& after) noexcept;

}  // namespace idn::cli
