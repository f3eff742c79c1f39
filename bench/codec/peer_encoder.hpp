// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "idn/time.hpp"

namespace idn::bench {

/// Times that laser-dac, a sender in Rust, needs to write the points of one datagram, in nanoseconds, one value
/// per round.
struct PeerTimes {
  std::vector<double> encode;   ///< from values as they are on the wire
  std::vector<double> convert;  ///< from the floating-point coordinates that its applications hand over
};

/// By format, under the names of this library; formats that laser-dac does not have are missing.
using PeerTimesByFormat = std::map<std::string, PeerTimes>;

/// Measures one more round and appends its times.
/// @param program laser_dac_peer, see tests/interop/laser_dac
/// @param each how long it measures each function
/// @throws std::runtime_error where the program cannot be started or fails, nlohmann::json::exception where its
/// output is not understood
void measure_peer(const std::string& program, Duration each, PeerTimesByFormat& times);

}  // namespace idn::bench
