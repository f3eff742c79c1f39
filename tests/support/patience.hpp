// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace idn::test {

/// How long anything on loopback may take before a test gives up; generous, since machines are shared and
/// sanitizers slow.
inline constexpr std::chrono::seconds kPatience{180};

}  // namespace idn::test
