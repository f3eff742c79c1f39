// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace idn::cli {

/// Text from the network or a file as a terminal may show it: control characters, which could move the cursor
/// or worse, and octets that are not UTF-8 become '?'.
std::string printable(std::string_view text);

}  // namespace idn::cli
