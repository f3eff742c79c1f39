// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/output/output_limits.hpp"
#include "idn/sample.hpp"

/// Samples and limits with which the cost of output limits is measured.
namespace idn::bench {

/// Circles of changing size, a tenth of each blanked, within all_limits(). The path closes after 6400 samples.
std::vector<LaserSample> calm_samples(std::size_t count);
/// A beam of full brightness that rests for 40 samples, then jumps: too bright, too fast, too long in one
/// place.
std::vector<LaserSample> far_dots(std::size_t count);
/// A beam of full brightness that does not move.
std::vector<LaserSample> standing_beam(std::size_t count);

/// Every kind of limit: dwell and zones blank, all others clamp.
output::OutputLimits all_limits();

}  // namespace idn::bench
