// SPDX-License-Identifier: MIT
#include "load/server_under_load.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "cli/failure.hpp"

namespace idn::load {
namespace {

/// Allowed for variations of the allocator and of page tables; a leak at these rates would be far larger.
constexpr std::size_t kTolerableGrowthKib = 1024;

std::ifstream proc_file(long process, const char* name) {
  return std::ifstream(fmt::format("/proc/{}/{}", process, name));
}

std::string written(const test::TemporaryFolder& folder, const std::string& unit) {
  const std::string file = folder / "units.toml";
  std::ofstream(file) << "[[unit]]\nname = \"load\"\nbind = \"127.0.0.1\"\nport = 0\n" << unit;
  return file;
}

}  // namespace

ServerUnderLoad::ServerUnderLoad(const test::TemporaryFolder& folder, const std::string& unit)
    : ServerProcess({"--config", written(folder, unit)}) {}

std::size_t ServerUnderLoad::resident_kib() const {
  std::ifstream file = proc_file(process().id(), "statm");
  std::size_t total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 1024;
}

Duration ServerUnderLoad::cpu_time() const {
  std::ifstream file = proc_file(process().id(), "stat");
  // The name of the program, in parentheses, may contain spaces; user and system time are the 12th and 13th
  // field after it.
  file.ignore(1000, ')');
  std::string skipped;
  for (int i = 0; i < 11; ++i) file >> skipped;
  std::int64_t user = 0, system = 0;
  file >> user >> system;
  return std::chrono::nanoseconds(1'000'000'000 / sysconf(_SC_CLK_TCK)) * (user + system);
}

Json ServerUnderLoad::finish() {
  const auto end = ServerProcess::finish();
  if (end.code != 0)
    throw cli::Failure(cli::kFindings,
                       fmt::format("idn_server ended with {}: {}", end.code, process().errors()));
  return end.summary;
}

std::size_t ServerUnderLoad::lines() const {
  const std::string text = process().output() + process().errors();
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

void MemoryWatch::look(const ServerUnderLoad& server, Duration elapsed) {
  if (early_kib_ == 0 && elapsed >= kWarmUp) early_kib_ = server.resident_kib();
}

void MemoryWatch::tell(const ServerUnderLoad& server, Report& report) const {
  const std::size_t late = server.resident_kib();
  const auto text = [](std::size_t kib) { return fmt::format("{} KiB", kib); };
  if (!judged_ || early_kib_ == 0) return report.tell("memory of the server at the end", text(late));
  report.tell("memory of the server after 10 s", text(early_kib_));
  report.judge("memory of the server at the end", text(late), late <= early_kib_ + kTolerableGrowthKib);
}

std::string share_of_processor(Duration used, Duration elapsed) {
  return fmt::format("{:.1f} %",
                     100.0 * static_cast<double>(used.count()) / static_cast<double>(elapsed.count()));
}

}  // namespace idn::load
