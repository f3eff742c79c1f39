// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "idn/wire/channel_message.hpp"
#include "idn/wire/dictionary.hpp"
#include "idn/wire/packet_header.hpp"

/// Names of wire values, as shown in reports.
namespace idn::parser {

/// "scan request", "acknowledge", ...; "command 0x22" for a value without a name.
std::string name_of(wire::Command command);

/// The service mode that a chunk type implies, for streams without a captured configuration.
std::string_view mode_of(wire::ChunkType type) noexcept;

/// The fields of a sample with their widths in bits, in wire order: "X16 Y16 R8 G8 B8 I8". Colours other than
/// standard red, green and blue are named by their wavelength: "488nm8".
std::string describe(const wire::SampleLayout& layout);

}  // namespace idn::parser
