// SPDX-License-Identifier: MIT
#include "cli/machine_time.hpp"

#include <sstream>
#include <string>

namespace idn::cli {

std::optional<MachineTime> parse_machine_time(std::string_view text) {
  // "cpu  user nice system idle iowait irq softirq steal guest guest_nice"; the guests are within user and
  // nice.
  constexpr std::size_t kFields = 8;
  std::istringstream words{std::string(text.substr(0, text.find('\n')))};
  std::string name;
  MachineTime time;
  if (!(words >> name) || name != "cpu") return std::nullopt;
  for (std::size_t i = 0; i < kFields; ++i) {
    if (!(words >> time.steal)) return std::nullopt;
    time.total += time.steal;
  }
  return time;
}

double steal_percent(const MachineTime& before, const MachineTime& after) noexcept {
  if (after.total <= before.total || after.steal < before.steal) return 0;
  return 100.0 * static_cast<double>(after.steal - before.steal) /
         static_cast<double>(after.total - before.total);
}

}  // namespace idn::cli
