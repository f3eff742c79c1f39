// SPDX-License-Identifier: MIT
#pragma once

#include "idn/sample.hpp"
#include "plugins/libera/libera_api.h"

namespace idn::plugins::libera {

/// Converts a point, except for its intensity. Blanking and colour shift are left to the hosts, which apply
/// both.
LaserSample to_sample(const libera_point_t& point) noexcept;

}  // namespace idn::plugins::libera
