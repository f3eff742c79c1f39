// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace idn::cli {

/// Makes text from the network or a file safe for a terminal: control characters, which could move the cursor
/// or worse, and octets that are not UTF-8 become '?'.
std::string printable(std::string_view text);

}  // namespace idn::cli
