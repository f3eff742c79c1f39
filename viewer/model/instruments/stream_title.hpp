// SPDX-License-Identifier: MIT
#pragma once

#include "viewer/model/recording.hpp"

namespace idn::viewer {

/// Destination of a stream: "Hall left, service 2 (Back wall)"; the address if the unit's name is unknown.
/// Empty if there is no unit, as for an .ild file.
std::string destination_of(const Stream& stream);

}  // namespace idn::viewer
