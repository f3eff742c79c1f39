// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <map>

#include "cli/machine_time.hpp"
#include "idn/time.hpp"

/// Processor time, by the accounting of the kernel.
namespace idn::bench {

/// Of the whole machine. Zeros where there is no /proc/stat.
cli::MachineTime machine_time();

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
