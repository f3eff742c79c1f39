// SPDX-License-Identifier: MIT
#include "sender/timers/system_facts.hpp"

#ifdef __linux__
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/utsname.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#endif

namespace idn::sender {

#ifdef __linux__
namespace {

namespace fs = std::filesystem;

const std::string kNotVisible = "not visible on this machine";

/// Empty if the file cannot be read.
std::string first_line(const fs::path& file) {
  std::ifstream lines(file);
  std::string line;
  std::getline(lines, line);
  return line;
}

/// The governors of all processors, without duplicates.
std::string governors() {
  std::set<std::string> names;
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator("/sys/devices/system/cpu", absent))
    names.insert(first_line(entry.path() / "cpufreq" / "scaling_governor"));
  names.erase("");
  return names.empty() ? kNotVisible : fmt::format("{}", fmt::join(names, ", "));
}

/// Kernels that can change it at run time mark the one in force by parentheses: "none (full)". For others it is
/// part of the version, as in "#1 SMP PREEMPT_DYNAMIC".
std::string preemption(const utsname& kernel) {
  const std::string choices = first_line("/sys/kernel/debug/sched/preempt");
  const auto begin = choices.find('('), end = choices.find(')');
  if (begin < end && end != std::string::npos) return choices.substr(begin + 1, end - begin - 1);
  const std::string version = kernel.version;
  const auto word = version.find("PREEMPT");
  return word == std::string::npos ? kNotVisible : version.substr(word, version.find(' ', word) - word);
}

std::string timer_frequency(const utsname& kernel) {
  std::ifstream config(fs::path("/boot") / (std::string("config-") + kernel.release));
  const std::string key = "CONFIG_HZ=";
  for (std::string line; std::getline(config, line);)
    if (line.starts_with(key)) return line.substr(key.size()) + " Hz";
  return kNotVisible;
}

std::optional<long> number_in(const fs::path& file) {
  const std::string line = first_line(file);
  long value = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

std::string throttling() {
  const auto runtime = number_in("/proc/sys/kernel/sched_rt_runtime_us");
  const auto period = number_in("/proc/sys/kernel/sched_rt_period_us");
  if (!runtime || !period || *period <= 0) return kNotVisible;
  if (*runtime < 0) return "none";
  return fmt::format("above {} % of a core in {} ms", *runtime * 100 / *period, *period / 1000);
}

}  // namespace

std::vector<SystemFact> system_facts() {
  utsname kernel{};
  uname(&kernel);
  return {{"power governor", governors()},
          {"kernel preemption", preemption(kernel)},
          {"timer frequency", timer_frequency(kernel)},
          {"real-time throttling", throttling()}};
}
#else
std::vector<SystemFact> system_facts() {
  return {};
}
#endif

}  // namespace idn::sender
