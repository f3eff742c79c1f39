// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "idn/time.hpp"

/// Processor time, by the accounting of the kernel.
namespace idn::bench {

/// Time of the whole machine since it started, in the unit of /proc/stat (USER_HZ).
struct MachineTime {
  std::uint64_t total = 0;  ///< of all processors
  std::uint64_t steal = 0;  ///< time in which the host of a virtual machine ran something else
};

/// The first line of /proc/stat. Nothing for other text.
std::optional<MachineTime> parse_machine_time(std::string_view line);

/// Zeros where there is no /proc/stat.
MachineTime machine_time();

/// Steal time between two readings, in percent of the time of all processors; 0 when no time has passed.
double steal_percent(const MachineTime& before, const MachineTime& after) noexcept;

/// The time each thread of a process has run so far. Empty where the kernel does not report.
using ThreadTimes = std::map<pid_t, Duration>;
ThreadTimes thread_times(pid_t process);

struct ThreadUse {
  Duration busiest{};  ///< of the thread that ran most
  Duration all{};      ///< of all threads
};

/// Time that the threads of a process ran between two readings. A thread that began in between counts with all
/// of its time; one that ended in between is not counted.
ThreadUse use_between(const ThreadTimes& before, const ThreadTimes& after);

}  // namespace idn::bench
