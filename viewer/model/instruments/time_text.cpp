// SPDX-License-Identifier: MIT
#include "viewer/model/instruments/time_text.hpp"

#include <fmt/core.h>

#include <ctime>

namespace idn::viewer {

using namespace std::chrono;

std::string time_text(Duration time) {
  if (time < 1min) return fmt::format("{:.3f} s", in_seconds(time));
  const hh_mm_ss parts(floor<milliseconds>(time));
  return fmt::format("{}:{:02}:{:02}.{:03}", parts.hours().count(), parts.minutes().count(),
                     parts.seconds().count(), parts.subseconds().count());
}

std::string wall_clock(Duration since_1970) {
  const auto seconds = floor<std::chrono::seconds>(since_1970);
  const auto time = static_cast<std::time_t>(seconds.count());
  std::tm parts{};
#ifdef _WIN32
  localtime_s(&parts, &time);
#else
  localtime_r(&time, &parts);
#endif
  return fmt::format("{:02}:{:02}:{:02}.{:03}", parts.tm_hour, parts.tm_min, parts.tm_sec,
                     floor<milliseconds>(since_1970 - seconds).count());
}

}  // namespace idn::viewer
