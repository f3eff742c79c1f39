// SPDX-License-Identifier: MIT
#include "bench/machine/processor_time.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace idn::bench {
namespace {

std::optional<Duration> run_time(const std::filesystem::path& thread) {
  std::ifstream file(thread / "schedstat");
  Duration::rep nanoseconds = 0;
  if (!(file >> nanoseconds)) return std::nullopt;
  return Duration(nanoseconds);
}

}  // namespace

cli::MachineTime machine_time() {
  std::ifstream file("/proc/stat");
  std::string line;
  std::getline(file, line);
  return cli::parse_machine_time(line).value_or(cli::MachineTime{});
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
