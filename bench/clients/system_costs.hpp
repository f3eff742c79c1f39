// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "idn/time.hpp"

/// Costs of precise timing beyond the CPU time of the sender: polling and energy, from counters of the Linux
/// kernel.
namespace idn::bench {

/// Root of the kernel's counters; tests pass another folder.
inline const std::filesystem::path kSystemFolder = "/sys";

/// Total time of each processor in the cpuidle state POLL, by processor number. Empty where the kernel has no
/// such counters. Polling within other states, as of haltpoll, is not included.
std::map<unsigned, Duration> polling_times(const std::filesystem::path& system = kSystemFolder);
/// Polling time between two readings, summed over all processors but `processor`.
Duration polled_elsewhere(const std::map<unsigned, Duration>& before, const std::map<unsigned, Duration>& after,
                          unsigned processor);

/// Energy consumed so far, by processor package, from powercap.
using EnergyCounters = std::map<std::string, std::uint64_t>;  ///< microjoules
/// Empty where there is no powercap, as in most virtual machines, or where only root may read it.
EnergyCounters energy_counters(const std::filesystem::path& system = kSystemFolder);
/// Joules between two readings. Nothing without counters, or if one decreased, since it has wrapped around.
std::optional<double> joules_between(const EnergyCounters& before, const EnergyCounters& after);

/// Keeps one processor out of every idle state with a wake-up latency while the object exists, by
/// pm_qos_resume_latency_us. If the process is killed, the setting remains.
class ProcessorRequest {
 public:
  explicit ProcessorRequest(unsigned processor, const std::filesystem::path& system = kSystemFolder);
  ~ProcessorRequest();
  ProcessorRequest(const ProcessorRequest&) = delete;
  ProcessorRequest& operator=(const ProcessorRequest&) = delete;

  /// False if the kernel has no such file, or this program may not write it.
  bool is_granted() const noexcept { return granted_; }

 private:
  std::filesystem::path file_;
  std::string before_{};
  bool granted_ = false;
};

}  // namespace idn::bench
