// SPDX-License-Identifier: MIT
#include "viewer/model/instruments/time_text.hpp"

#include <fmt/core.h>

#include "cli/units.hpp"

namespace idn::viewer {

using namespace std::chrono;

std::string time_text(Duration time) {
  if (time < 1min) return fmt::format("{:.3f} s", in_seconds(time));
  const hh_mm_ss parts(floor<milliseconds>(time));
  return fmt::format("{}:{:02}:{:02}.{:03}", parts.hours().count(), parts.minutes().count(),
                     parts.seconds().count(), parts.subseconds().count());
}

std::string wall_clock(Duration since_1970) {
  const auto whole = floor<std::chrono::seconds>(since_1970);
  return fmt::format("{}.{:03}", cli::time_of_day(static_cast<std::time_t>(whole.count())),
                     floor<milliseconds>(since_1970 - whole).count());
}

}  // namespace idn::viewer
