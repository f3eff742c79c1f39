// SPDX-License-Identifier: MIT
#pragma once

#include "idn/sample.hpp"
#include "plugins/libera/libera_api.h"

namespace idn::plugins::libera {

/// As it is: hosts blank by themselves, and shift colours by themselves.
LaserSample to_sample(const libera_point_t& point) noexcept;

}  // namespace idn::plugins::libera
