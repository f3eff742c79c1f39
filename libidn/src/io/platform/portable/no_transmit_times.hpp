// SPDX-License-Identifier: MIT
#pragma once

namespace idn::io::platform {

inline constexpr const char* kNoTransmitTimes =
    "this operating system does not take transmission times; Linux does";

}  // namespace idn::io::platform
