// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/time.hpp"

namespace idn::viewer {

/// A time to display: "12.345 s" below a minute, then "0:31:12.345".
std::string time_text(Duration time);
/// The time of day here, "21:04:07.250", of a moment counted from 1970.
std::string wall_clock(Duration since_1970);

}  // namespace idn::viewer
