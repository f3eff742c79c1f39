// SPDX-License-Identifier: MIT
#include "sender/doctor/quota.hpp"

#include <functional>

namespace idn::sender::doctor {
namespace {

using ReadQuota = std::function<std::optional<CpuQuota>(const std::string& folder)>;

double share(const CpuQuota& quota) {
  return in_seconds(*quota.runtime) / in_seconds(quota.period);
}

/// `group` and all above it.
void look_up(const std::string& mount, std::string group, const ReadQuota& read,
             std::optional<QuotaState>& tightest) {
  for (;; group.erase(group.rfind('/'))) {
    if (group == "/") group.clear();
    const std::string folder = mount + group;
    const auto quota = read(folder);
    if (quota && quota->runtime && (!tightest || share(*quota) < share(tightest->quota)))
      tightest = {folder, *quota, folder + "/cpu.stat"};
    if (group.empty()) return;
  }
}

}  // namespace

std::optional<QuotaState> find_quota(const MachineFiles& files, const std::string& thread) {
  const std::string groups = files.read("/proc/" + thread + "/cgroup").value_or("");
  std::optional<QuotaState> tightest;
  const auto read_max = [&](const std::string& folder) {
    return parse_cpu_max(files.read(folder + "/cpu.max").value_or(""));
  };
  const auto read_cfs = [&](const std::string& folder) -> std::optional<CpuQuota> {
    const auto quota = files.number(folder + "/cpu.cfs_quota_us");
    const auto period = files.number(folder + "/cpu.cfs_period_us");
    return quota && period ? cpu_quota(*quota, *period) : std::nullopt;
  };
  if (const auto group = parse_cgroup(groups))
    for (const char* mount : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"})
      look_up(mount, *group, read_max, tightest);
  if (const auto group = parse_cgroup(groups, "cpu"))
    for (const char* mount : {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"})
      look_up(mount, *group, read_cfs, tightest);
  return tightest;
}

Throttled throttled(const MachineFiles& files, const QuotaState& state) {
  return parse_cpu_stat(files.read(state.stat).value_or(""));
}

}  // namespace idn::sender::doctor
