// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// Reads a whole capture and measures its streams.
/// @param file pcap or pcapng, "-" for standard input. Throws cli::Failure when it is not readable at all.
/// @param port UDP port of the receivers
Report analyse(const std::string& file, std::uint16_t port);

}  // namespace idn::parser
