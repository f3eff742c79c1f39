// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "sender/stream_watch.hpp"

/// What the end of a session tells of its streams.
namespace idn::sender {

/// Lines of what an operator needs; `has_details`: of all that was measured. Call after StreamWatch::end().
std::string summary_text(const StreamWatch& watch, Duration elapsed, bool has_details);
/// The line of one of several streams.
std::string summary_line(const StreamWatch& watch);

/// How a tick thread waited.
std::string describe(const client::TickThreadStatus& thread);
/// Share of a core that a tick thread took.
double processor_share(const client::TickThreadStatus& thread);
/// Datagrams that the system refused, beside those for which the send buffer had no room.
std::uint64_t refused(const client::DeviceStatus& status);
std::uint64_t limited_samples(const client::OutputCounts& counts);

}  // namespace idn::sender
