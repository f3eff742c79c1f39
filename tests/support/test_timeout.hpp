// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace idn::test {

/// Time-out of tests on loopback; long, since machines are shared and sanitizers slow.
inline constexpr std::chrono::seconds kTestTimeout{180};

}  // namespace idn::test
