// SPDX-License-Identifier: MIT
#pragma once

namespace idn::io::platform {

/// Whether this computer runs from its battery; false where the system cannot tell.
bool is_on_battery();

}  // namespace idn::io::platform
