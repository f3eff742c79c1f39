// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace idn::bench {

/// Writes a capture of one stream, 100 samples of xyrgb in each packet, exactly one each millisecond.
/// @return octets of the file
/// @throws std::system_error
std::uint64_t write_capture(const std::string& file, std::uint64_t packets);

}  // namespace idn::bench
