// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "idn/client/output_limits.hpp"

/// The limits of a machine, in a file of its administrator; docs/output.md has the keys and an example. To be
/// combined with those of the application by tightest().
namespace idn::client {

#ifdef _WIN32
/// No place: any user may create folders in the places that would do.
inline constexpr char kLimitsFile[] = "";
#else
/// The place of this file.
inline constexpr char kLimitsFile[] = "/etc/idn/limits.toml";
#endif

/// Reads the limits; no limits if there is no such file, or `path` is empty.
/// Errors, as text for users with file, line and remedy: not TOML, an unknown key, an invalid value; on POSIX
/// systems also if the file is not a regular one, or if file or folder does not belong to root or can be
/// written by others. After an error no device may be opened.
tl::expected<OutputLimits, std::string> load_limits(const std::string& path = kLimitsFile);

/// As load_limits(), from a text; `name` is the name of the file in messages.
tl::expected<OutputLimits, std::string> parse_limits(std::string_view text, const std::string& name);

}  // namespace idn::client
