// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/client/output_limits.hpp"
#include "idn/sample.hpp"

/// What output limits are measured with.
namespace idn::bench {

/// Circles of changing size, lit but for a part of each, as a show has them: within all_limits(). Closed after
/// 6400 samples.
std::vector<LaserSample> calm_samples(std::size_t count);
/// Full light that stays for 40 samples, then jumps: too bright, too fast, too long in one place.
std::vector<LaserSample> far_dots(std::size_t count);
/// Full light in one place.
std::vector<LaserSample> standing_beam(std::size_t count);

/// Each limit there is, with the action that it has by default.
client::OutputLimits all_limits();

}  // namespace idn::bench
