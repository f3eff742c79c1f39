// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "idn/time.hpp"

/// What keeping the time costs beside the work of a thread, as the kernel of Linux counts it.
namespace idn::bench {

/// Where the kernel tells it; another folder for tests.
inline const std::filesystem::path kSystemFolder = "/sys";

/// How long each processor has polled instead of sleeping, since it was there, by its number. Empty where the
/// kernel does not tell. Polling within other states, as haltpoll does, is not counted by it.
std::map<unsigned, Duration> polling_times(const std::filesystem::path& system = kSystemFolder);
/// Of all but this processor, between two looks.
Duration polled_elsewhere(const std::map<unsigned, Duration>& before, const std::map<unsigned, Duration>& after,
                          unsigned processor);

/// What all processors have taken so far, by package, as powercap counts it.
using EnergyCounters = std::map<std::string, std::uint64_t>;  ///< microjoules
/// Empty where there is no powercap, as in most virtual machines, or where only root may read it.
EnergyCounters energy_counters(const std::filesystem::path& system = kSystemFolder);
/// Joules between two looks. A counter that went back began anew: nothing then, nor without counters.
std::optional<double> joules_between(const EnergyCounters& before, const EnergyCounters& after);

/// Keeps one processor out of states from which it wakes up late, while this lives: pm_qos_resume_latency_us.
/// The request outlives a process that is killed.
class ProcessorRequest {
 public:
  explicit ProcessorRequest(unsigned processor, const std::filesystem::path& system = kSystemFolder);
  ~ProcessorRequest();
  ProcessorRequest(const ProcessorRequest&) = delete;
  ProcessorRequest& operator=(const ProcessorRequest&) = delete;

  /// Else the kernel has no such file, or does not let this program write it.
  bool is_granted() const noexcept { return granted_; }

 private:
  std::filesystem::path file_;
  std::string before_{};
  bool granted_ = false;
};

}  // namespace idn::bench
