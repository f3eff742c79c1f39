// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/finding.hpp"
#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// What makes the program end with exit code 1: no stream, damage, loss, malformed datagrams, or parts of the
/// capture that could not be measured. Timing is not judged here: what is good enough depends on the receiver.
Findings findings_of(const Report& report);

/// Of the files alone: damage, packets without a time or a known link type, broken fragments.
/// @param port UDP port of the receivers: fragments between other ports are no concern of theirs
Findings findings_of(const capture::CaptureInfo& capture, std::uint16_t port);

}  // namespace idn::parser
