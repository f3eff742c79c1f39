// SPDX-License-Identifier: MIT
#include "bench/machine/processor_time.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace idn::bench {
namespace {

/// "cpu user nice system idle iowait irq softirq steal guest guest_nice"; the guests are within user and nice.
constexpr std::size_t kFields = 8;

std::optional<Duration> run_time(const std::filesystem::path& thread) {
  std::ifstream file(thread / "schedstat");
  Duration::rep nanoseconds = 0;
  if (!(file >> nanoseconds)) return std::nullopt;
  return Duration(nanoseconds);
}

}  // namespace

std::optional<MachineTime> parse_machine_time(std::string_view line) {
  std::istringstream words{std::string(line)};
  std::string name;
  MachineTime time;
  if (!(words >> name) || name != "cpu") return std::nullopt;
  for (std::size_t i = 0; i < kFields; ++i) {
    std::uint64_t value = 0;
    if (!(words >> value)) return std::nullopt;
    time.total += value;
    if (i == kFields - 1) time.steal = value;
  }
  return time;
}

MachineTime machine_time() {
  std::ifstream file("/proc/stat");
  std::string line;
  std::getline(file, line);
  return parse_machine_time(line).value_or(MachineTime{});
}

double steal_percent(const MachineTime& before, const MachineTime& after) noexcept {
  if (after.total <= before.total) return 0;
  return 100.0 * static_cast<double>(after.steal - before.steal) /
         static_cast<double>(after.total - before.total);
}

ThreadTimes thread_times(pid_t process) {
  ThreadTimes times;
  std::error_code gone;
  const std::filesystem::path folder = "/proc/" + std::to_string(process) + "/task";
  for (std::filesystem::directory_iterator thread(folder, gone), end; !gone && thread != end;
       thread.increment(gone))
    if (const auto time = run_time(thread->path())) times[std::stoi(thread->path().filename())] = *time;
  return times;
}

ThreadUse use_between(const ThreadTimes& before, const ThreadTimes& after) {
  ThreadUse use;
  for (const auto& [thread, time] : after) {
    const auto earlier = before.find(thread);
    const Duration used = earlier == before.end() ? time : time - earlier->second;
    use.busiest = std::max(use.busiest, used);
    use.all += used;
  }
  return use;
}

}  // namespace idn::bench
