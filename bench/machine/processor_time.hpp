// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "idn/time.hpp"

/// Who had the processors, as the kernel books it.
namespace idn::bench {

/// Of the whole machine since it started, in the kernel's unit.
struct MachineTime {
  std::uint64_t total = 0;  ///< of all processors
  std::uint64_t steal = 0;  ///< when the host of a virtual machine ran something else
};

/// The first line of /proc/stat. Nothing for other text.
std::optional<MachineTime> parse_machine_time(std::string_view line);

/// Zeros where there is no /proc/stat.
MachineTime machine_time();

/// Of all processors' time between the two; 0 when no time has passed.
double steal_percent(const MachineTime& before, const MachineTime& after) noexcept;

/// The time each thread of a process has run so far. Empty where the kernel does not report.
using ThreadTimes = std::map<pid_t, Duration>;
ThreadTimes thread_times(pid_t process);

struct ThreadUse {
  Duration busiest{};  ///< of the thread that ran most
  Duration all{};
};

/// Between two looks at the same process; a thread that is missing in one of them counts from nothing.
ThreadUse use_between(const ThreadTimes& before, const ThreadTimes& after);

}  // namespace idn::bench
