// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// What receivers refuse of a stream, and mistakes of its sender that show in its numbers: rates and byte
/// order.
Findings sender_findings(const Report& report, const StreamFacts& stream);

/// Whether receivers refuse only what comes before the first configuration, as where a capture begins within
/// the stream.
bool begins_within(const StreamFacts& stream, RefusalReason reason) noexcept;

/// Senders that open a new socket for each frame or datagram.
Findings socket_findings(const Report& report);

}  // namespace idn::parser
