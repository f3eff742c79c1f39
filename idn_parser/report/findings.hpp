// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/finding.hpp"
#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// The findings of a report: no stream, damage, loss, malformed datagrams, or parts of the capture that could
/// not be measured. Timing is not judged here (see --limits), since the requirements depend on the receiver.
Findings findings_of(const Report& report);

/// The findings of the files: damage, packets without a time or a known link type, missing IP fragments.
/// @param port UDP port of the receivers; fragments between other ports are ignored
Findings findings_of(const capture::CaptureInfo& capture, std::uint16_t port);

/// Whether nine of ten answers or more say that another client has the service.
bool is_taken(const AcknowledgeFacts& acks);
/// How many answers say so; 0 of one alone, as behind a client that was restarted.
std::uint64_t taken_answers(const AcknowledgeFacts& acks);

}  // namespace idn::parser
