// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "sender/doctor/examine.hpp"
#include "sender/doctor/quota.hpp"

namespace idn::sender::doctor {
namespace {

/// "none (full)" in the file of kernels that can change it while running; else their version tells.
std::string preemption(const MachineFiles& files) {
  const std::string choices = files.read("/sys/kernel/debug/sched/preempt").value_or("");
  const auto begin = choices.find('('), end = choices.find(')');
  if (begin < end && end != std::string::npos)
    return fmt::format("{}; to try another: echo full > /sys/kernel/debug/sched/preempt",
                       choices.substr(begin + 1, end - begin - 1));
  const std::string version = files.read("/proc/version").value_or("");
  const auto word = version.find("PREEMPT");
  if (word == std::string::npos) return "unknown; chosen when the kernel was built or started";
  return version.substr(word, version.find_first_of(" )", word) - word) +
         ", chosen when the kernel was built or started (preempt=)";
}

std::string realtime_limit(const MachineFiles& files) {
  const auto runtime = files.number("/proc/sys/kernel/sched_rt_runtime_us");
  const auto period = files.number("/proc/sys/kernel/sched_rt_period_us");
  if (!runtime || !period || *period <= 0) return "real-time threads: limit unknown";
  if (*runtime < 0) return "real-time threads: no limit";
  return fmt::format("real-time threads are stopped above {:.0f} % of a processor",
                     100.0 * static_cast<double>(*runtime) / static_cast<double>(*period));
}

std::string heat(const MachineFiles& files) {
  long long times = -1;
  for (const std::string& name : files.names("/sys/devices/system/cpu")) {
    const auto count =
        files.number("/sys/devices/system/cpu/" + name + "/thermal_throttle/core_throttle_count");
    if (count) times = std::max(times, 0LL) + *count;
  }
  return times < 0 ? "heat: unknown" : fmt::format("heat: slowed down {} times since the start", times);
}

std::string quota(const MachineFiles& files) {
  const auto state = find_quota(files);
  if (!state) return "none";
  const Throttled so_far = throttled(files, *state);
  return fmt::format(
      "{:.0f} ms in each {:.0f} ms, which stopped the group {} times for {:.0f} ms in all; lift it: "
      "echo max > {}/cpu.max (version 1: -1 into cpu.cfs_quota_us)",
      in_millis(*state->quota.runtime), in_millis(state->quota.period), so_far.times, in_millis(so_far.time),
      state->group);
}

std::string numa(const MachineFiles& files) {
  std::size_t nodes = 0;
  for (const std::string& name : files.names("/sys/devices/system/node"))
    nodes += name.starts_with("node") && name.size() > 4 && name[4] >= '0' && name[4] <= '9';
  if (nodes < 2) return "one node: nothing to choose";
  return fmt::format(
      "{} nodes, automatic balancing {}; keep the sender beside its network card: numactl --cpunodebind", nodes,
      files.read("/proc/sys/kernel/numa_balancing").value_or("0") == "0" ? "off" : "on");
}

/// Facilities that other tools need for a closer look.
std::string missing(const MachineFiles& files) {
  std::string text;
  const auto note = [&](bool is_there, const std::string& name) {
    if (!is_there) text += (text.empty() ? "" : ", ") + name;
  };
  note(files.has("/sys/devices/system/cpu/cpu0/cpufreq"), "cpufreq");
  note(!files.names("/sys/class/powercap").empty(), "powercap");
  note(files.read("/sys/kernel/tracing/available_tracers").value_or("").find("osnoise") != std::string::npos,
       "osnoise");
  note(files.has("/proc/schedstat"), "schedstat");
  return text.empty() ? "cpufreq, powercap, osnoise and schedstat are there" : "not here: " + text;
}

}  // namespace

void add_remarks(const ExamineContext& context, Examination& found) {
  const MachineFiles& files = context.files;
  found.remarks.push_back({"preemption", "preemption model", preemption(files)});
  found.remarks.push_back({"throttling", "throttling", realtime_limit(files) + "; " + heat(files)});
  found.remarks.push_back({"quota", "quota of the control group", quota(files)});
  found.remarks.push_back({"numa", "memory nodes", numa(files)});
  found.remarks.push_back({"kernel", "what the kernel could tell", missing(files)});
}

}  // namespace idn::sender::doctor
