// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace idn::viewer {

/// The errors that acknowledges report, in words: "sequence number missing, late". Empty if there are none;
/// opening a session or a channel is no error.
std::string event_words(std::uint16_t input_events, std::uint16_t pipeline_events);

}  // namespace idn::viewer
