// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "idn/capture/datagram_reader.hpp"

namespace idn::cli {

/// Captures as one sequence of datagrams. Throws Failure, kEnvironment, where one of them cannot be read or is
/// no capture.
/// @param files pcap or pcapng; "-" for standard input, at most once
capture::DatagramReader open_captures(std::span<const std::string> files);

}  // namespace idn::cli
