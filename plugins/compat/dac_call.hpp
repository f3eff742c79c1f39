// SPDX-License-Identifier: MIT
#pragma once

#include "plugins/common/dac_call.hpp"

/// Elsewhere than on Windows there are no such hosts, and the library is built for tests alone.
namespace idn::plugins::compat {

using plugins::guarded;

}  // namespace idn::plugins::compat
