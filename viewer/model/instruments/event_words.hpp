// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace idn::viewer {

/// What acknowledges complain of, in words: "sequence number missing, late". Empty where all is well; opening a
/// session or a channel is no complaint.
std::string event_words(std::uint16_t input_events, std::uint16_t pipeline_events);

}  // namespace idn::viewer
