// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/sample.hpp"

namespace idn::bench {

/// The samples that tests/interop/laser_dac/src/pattern.rs makes, so that both encoders get the same ones.
std::vector<LaserSample> sample_pattern(std::size_t count);

}  // namespace idn::bench
