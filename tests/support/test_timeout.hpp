// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace idn::test {

/// Time-out of tests on loopback; long, since machines are shared and sanitizers slow.
inline constexpr std::chrono::seconds kTestTimeout{180};

/// Latency of receivers that must get all samples, also after a stall of the machine: none comes after its time
/// at the output.
inline constexpr std::chrono::seconds kNoneIsLate{10};

}  // namespace idn::test
