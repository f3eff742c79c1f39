// SPDX-License-Identifier: MIT
#include "idn_parser/progress.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/units.hpp"

namespace idn::parser {

std::string progress_text(std::uint64_t octets, std::uint64_t total, double seconds) {
  constexpr int kBar = 30;
  const double rate = seconds > 0 ? static_cast<double>(octets) / seconds : 0;
  const auto speed = cli::format_bytes_per_second(rate);
  if (total == 0 || rate <= 0) return fmt::format("{} MB read, {}", octets / 1'000'000, speed);
  const double share = std::min(static_cast<double>(octets) / static_cast<double>(total), 1.0);
  const auto left = static_cast<double>(total - std::min(octets, total)) / rate;
  return fmt::format("{:3.0f} %  [{:<{}}]  {}, {:.0f} s left", share * 100,
                     std::string(static_cast<std::size_t>(share * kBar), '#'), kBar, speed, left);
}

void Progress::show(std::uint64_t octets) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  line_.show(progress_text(octets, total_, in_seconds(now - start_)));
}

}  // namespace idn::parser
