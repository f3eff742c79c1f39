// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "idn/wire/channel_message_header.hpp"
#include "idn/wire/dictionary.hpp"
#include "idn/wire/packet_header.hpp"

/// Words for the numbers on the wire, as reports show them.
namespace idn::parser {

/// "scan request", "acknowledge", ...; "command 0x22" for a value without a name.
std::string name_of(wire::Command command);

/// The mode that a chunk type belongs to, for streams whose configuration was never seen.
std::string_view mode_of(wire::ChunkType type) noexcept;

/// The values of a sample and their bits in the order of the wire: "X16 Y16 R8 G8 B8 I8". Colours other than
/// the three standard ones show their wavelength: "488nm8".
std::string describe(const wire::SampleLayout& layout);

}  // namespace idn::parser
