// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "idn/client/output_limits.hpp"

/// The limits of a machine, written by its administrator; docs/output.md has the keys and an example. They are
/// to be joined with those of the application by tightest().
namespace idn::client {

/// Not on Windows, where a program has to name one.
inline constexpr char kLimitsFile[] = "/etc/idn/limits.toml";

/// Without a file there are no limits.
/// @return for users, with file, line and remedy: whatever is no TOML, has an unknown key or an impossible
/// value,
///         and on POSIX systems a file that is not a regular one of root's, or that it or its folder can be
///         written by anybody else. Not to be played down: open nothing then.
tl::expected<OutputLimits, std::string> load_limits(const std::string& path = kLimitsFile);

/// The same for a text; `name` is what messages call it.
tl::expected<OutputLimits, std::string> parse_limits(std::string_view text, const std::string& name);

}  // namespace idn::client
