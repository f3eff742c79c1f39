// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/analysis/latency/light.hpp"

/// The report of a recording of light.
namespace idn::latency {

std::string light_text(const analysis::latency::LightMeasurement& take);
/// @param each with the latency of each trigger
std::string light_json(const analysis::latency::LightMeasurement& take, double sample_rate, bool each);

}  // namespace idn::latency
