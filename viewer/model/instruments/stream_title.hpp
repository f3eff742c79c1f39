// SPDX-License-Identifier: MIT
#pragma once

#include "viewer/model/recording.hpp"

namespace idn::viewer {

/// Where a stream goes: "Hall left, service 2 (Back wall)", the unit by its address where no name is known.
/// Empty where there is no unit, as with an .ild file.
std::string destination_of(const Stream& stream);

}  // namespace idn::viewer
