// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/command_line.hpp"
#include "idn/wire/sample_codec.hpp"

namespace idn::sender {

/// What parse_sample_codec() accepts, for --help and error messages.
inline constexpr const char* kCodecNames =
    "xyrgb, xyrgbi, xyrgb16, isp-db25, extended, or dictionary tags: 4200,4010,...";

/// Parses the name of a format, or the hexadecimal tags of a dictionary, separated by commas or spaces.
/// @return the codec, or a message
tl::expected<wire::SampleCodec, std::string> parse_sample_codec(const std::string& text);

cli::Option add_sample_codec(const cli::CommandLine& command, const std::string& name, wire::SampleCodec& codec,
                             const std::string& description);

}  // namespace idn::sender
