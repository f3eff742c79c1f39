// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/report/phrases.hpp"

namespace idn::parser {

/// The habits of the sender of a connection.
Findings habit_findings(const PositionText& moment, const ConnectionFacts& connection);
/// Connections of one host that no receiver can serve together: of several client groups, on one service.
Findings company_findings(const Report& report);
/// Who streamed to the service of the stream before it began, and still when it ended, so that receivers show
/// nothing of it; null if nobody did.
const ConnectionFacts* that_has_service(const Report& report, const StreamFacts& stream);

/// Whether the socket sends for other client groups, too: what each of them lacks is in the others.
bool changes_group(const Report& report, const ConnectionFacts& connection);

// Whether what would be found otherwise follows from a habit.

/// Loss, copies and restarts by the numbers.
bool explains_numbers(const HabitCounts& habits) noexcept;
/// Messages that are malformed, or shorter than their datagram.
bool explains_sizes(const HabitCounts& habits) noexcept;
/// Configurations and samples that nothing describes.
bool explains_configurations(const HabitCounts& habits) noexcept;
/// Gaps, overlaps and jumps of timestamps.
bool explains_times(const HabitCounts& habits) noexcept;
/// Frames that never end.
bool explains_frames(const HabitCounts& habits) noexcept;

}  // namespace idn::parser
