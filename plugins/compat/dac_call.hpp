// SPDX-License-Identifier: MIT
#pragma once

#include "plugins/common/dac_call.hpp"

/// The calling convention is that of Windows; on other systems, which have no hosts of these interfaces, the
/// library is built for tests only.
namespace idn::plugins::compat {

using plugins::guarded;

}  // namespace idn::plugins::compat
