// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "idn/capture/datagram_reader.hpp"

namespace idn::cli {

/// Opens captures as one sequence of datagrams in time order. Throws Failure (kEnvironment) if a file cannot be
/// read or is not a capture.
/// @param paths pcap or pcapng; "-" for standard input, at most once
capture::DatagramReader open_captures(std::span<const std::string> paths);

}  // namespace idn::cli
