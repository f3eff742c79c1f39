// SPDX-License-Identifier: MIT
#include "bench/clients/system_costs.hpp"

#include <charconv>
#include <fstream>

namespace idn::bench {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> first_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line)) return std::nullopt;
  return line;
}

std::optional<std::uint64_t> number_in(const fs::path& file) {
  const auto line = first_line(file);
  std::uint64_t value = 0;
  if (!line || std::from_chars(line->data(), line->data() + line->size(), value).ec != std::errc{})
    return std::nullopt;
  return value;
}

/// The number at the end of "cpu12"; nothing for other names.
std::optional<unsigned> processor_of(const std::string& name) {
  constexpr std::string_view kPrefix = "cpu";
  unsigned number = 0;
  const char* const last = name.data() + name.size();
  if (!name.starts_with(kPrefix)) return std::nullopt;
  const auto [end, error] = std::from_chars(name.data() + kPrefix.size(), last, number);
  return error == std::errc{} && end == last ? std::optional(number) : std::nullopt;
}

template <class Use>
void for_each_entry(const fs::path& folder, Use use) {
  std::error_code gone;
  for (fs::directory_iterator entry(folder, gone), end; !gone && entry != end; entry.increment(gone))
    use(entry->path());
}

/// It accepts a latency in microseconds, 0 for "any latency", or "n/a" for "no latency".
fs::path request_file(const fs::path& system, unsigned processor) {
  return system / ("devices/system/cpu/cpu" + std::to_string(processor)) / "power/pm_qos_resume_latency_us";
}

bool write_line(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text << std::flush;
  return out.good();
}

}  // namespace

std::map<unsigned, Duration> polling_times(const fs::path& system) {
  std::map<unsigned, Duration> times;
  for_each_entry(system / "devices/system/cpu", [&](const fs::path& folder) {
    const auto processor = processor_of(folder.filename().string());
    if (!processor) return;
    for_each_entry(folder / "cpuidle", [&](const fs::path& state) {
      const auto us = number_in(state / "time");
      if (us && first_line(state / "name") == "POLL") times[*processor] += std::chrono::microseconds(*us);
    });
  });
  return times;
}

Duration polled_elsewhere(const std::map<unsigned, Duration>& before, const std::map<unsigned, Duration>& after,
                          unsigned processor) {
  Duration sum{0};
  for (const auto& [number, time] : after)
    if (const auto earlier = before.find(number); number != processor && earlier != before.end())
      sum += time - earlier->second;
  return sum;
}

EnergyCounters energy_counters(const fs::path& system) {
  EnergyCounters counters;
  for_each_entry(system / "class/powercap", [&](const fs::path& zone) {
    const auto name = first_line(zone / "name");
    const auto microjoules = number_in(zone / "energy_uj");
    if (name && name->starts_with("package") && microjoules) counters[zone.filename().string()] = *microjoules;
  });
  return counters;
}

std::optional<double> joules_between(const EnergyCounters& before, const EnergyCounters& after) {
  std::uint64_t microjoules = 0;
  if (before.empty()) return std::nullopt;
  for (const auto& [zone, count] : before) {
    const auto later = after.find(zone);
    if (later == after.end() || later->second < count) return std::nullopt;
    microjoules += later->second - count;
  }
  return static_cast<double>(microjoules) / 1e6;
}

ProcessorRequest::ProcessorRequest(unsigned processor, const fs::path& system)
    : file_(request_file(system, processor)) {
  const auto before = first_line(file_);
  if (!before) return;
  before_ = *before;
  granted_ = write_line(file_, "n/a");
}

ProcessorRequest::~ProcessorRequest() {
  if (granted_) write_line(file_, before_);
}

}  // namespace idn::bench
