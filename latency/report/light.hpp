// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "latency/model/light.hpp"

/// Reports of a measurement from a sound recording.
namespace idn::latency {

std::string light_text(const LightMeasurement& measurement);
/// @param each with the latency of each trigger
std::string light_json(const LightMeasurement& measurement, double sample_rate, bool each);

}  // namespace idn::latency
