// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "idn/client/output_limits.hpp"

/// The limits of a machine, in a file of its administrator; docs/output.md has the keys and an example. To be
/// combined with those of the application by tightest().
namespace idn::client {

/// The place of this file. Windows has no such place: a program passes a path of its own.
inline constexpr char kLimitsFile[] = "/etc/idn/limits.toml";

/// Reads the limits; no limits if there is no such file.
/// Errors, as text for users with file, line and remedy: not TOML, an unknown key, an invalid value; on POSIX
/// systems also if the file is not a regular one, or if file or folder does not belong to root or can be
/// written by others. After an error no device may be opened.
tl::expected<OutputLimits, std::string> load_limits(const std::string& path = kLimitsFile);

/// As load_limits(), from a text; `name` is the name of the file in messages.
tl::expected<OutputLimits, std::string> parse_limits(std::string_view text, const std::string& name);

}  // namespace idn::client
