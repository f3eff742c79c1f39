// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "idn/output/output_limits.hpp"
#include "idn/result.hpp"

/// Output limits in a file: docs/output.md has the keys and an example. To be combined with others by
/// tightest().
namespace idn::output {

#ifdef _WIN32
/// No place: any user may create folders in the places that would do.
inline constexpr char kLimitsFile[] = "";
#else
/// The place of the file of the administrator.
inline constexpr char kLimitsFile[] = "/etc/idn/limits.toml";
#endif

/// Reads limits from a file of the application, which may belong to anyone.
/// Errors: Errc::Limits, with file, line and remedy: the file cannot be read, for example because there is
/// none; it is larger than a mebibyte, or not TOML; an unknown key; an invalid value.
Result<OutputLimits> load_limits(const std::string& path);

/// The limits of the machine, from the file of its administrator; no limits if there is no such file, or `path`
/// is empty. Each device applies them.
/// Errors: as load_limits(); on POSIX systems also if the file is not a regular one, or if file or folder does
/// not belong to root or can be written by others. After an error no device can be opened.
Result<OutputLimits> machine_limits(const std::string& path = kLimitsFile);

/// As load_limits(), from a text; `name` is the name of the file in messages.
Result<OutputLimits> parse_limits(std::string_view text, const std::string& name);

}  // namespace idn::output
