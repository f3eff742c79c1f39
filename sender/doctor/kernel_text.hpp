// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "idn/time.hpp"

/// Parses text files of the kernel. Pure; accepts any octets.
namespace idn::sender::doctor {

/// Processor time that a control group may use.
struct CpuQuota {
  std::optional<Duration> runtime{};  ///< in each period, of all processors together; nothing: no limit
  Duration period{};                  ///< after which the runtime is available again
};

/// cpu.max of control groups, version 2: "max 100000" or "50000 100000", in us. Nothing for other text.
std::optional<CpuQuota> parse_cpu_max(std::string_view text);
/// cpu.cfs_quota_us and cpu.cfs_period_us of version 1; a negative quota is no limit.
std::optional<CpuQuota> cpu_quota(long long quota_us, long long period_us);

/// How often, and for how long, a control group was stopped because its quota was used up.
struct Throttled {
  std::uint64_t times = 0;
  Duration time{0};
};

/// cpu.stat of version 2 (throttled_usec) or 1 (throttled_time, in ns). Lines that are missing count as zero.
Throttled parse_cpu_stat(std::string_view text);

/// The group of a process in /proc/PID/cgroup, "/a/b": that of version 2, or where `controller` is given that
/// of version 1. Nothing where there is none, or where its path would lead elsewhere ("..").
std::optional<std::string> parse_cgroup(std::string_view text, std::string_view controller = {});

/// "0-3,7" as {0, 1, 2, 3, 7}; sorted, each once. Nothing for other text, and for numbers above 8191.
std::optional<std::vector<unsigned>> parse_processor_list(std::string_view text);
/// The inverse of it.
std::string processor_list(const std::vector<unsigned>& processors);
/// The same as a mask, {0, 33} as "2,00000001".
std::string processor_mask(const std::vector<unsigned>& processors);

}  // namespace idn::sender::doctor
