// SPDX-License-Identifier: MIT
#include "bench/machine/description.hpp"

#include <fmt/chrono.h>
#include <sys/utsname.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "cli/version.hpp"

namespace idn::bench {
namespace {

/// The value of the first line that begins with `key`, as in "model name	: ...".
std::string cpu_info(const std::string& key) {
  std::ifstream lines("/proc/cpuinfo");
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with(key) && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string kernel() {
  utsname names{};
  if (uname(&names) != 0) return "unknown";
  // What follows a hyphen names a build, which is of no use to readers.
  const std::string release = names.release;
  return fmt::format("{} {} {}", names.sysname, release.substr(0, release.find('-')), names.machine);
}

std::string first_line_of(const char* file) {
  std::ifstream lines(file);
  std::string line;
  return std::getline(lines, line) ? line : "unknown";
}

bool is_virtual() {
  const std::string flags = cpu_info("flags") + " ";
  return flags.find(" hypervisor ") != std::string::npos;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> describe_machine() {
  return {{"processor", cpu_info("model name")},
          {"cores", std::to_string(std::thread::hardware_concurrency())},
          {"virtual machine", is_virtual() ? "yes" : "no"},
          {"power governor", first_line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
          {"kernel", kernel()},
          {"compiler", __VERSION__},
          {"version", cli::kVersion},
          {"date", fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now()))}};
}

}  // namespace idn::bench
