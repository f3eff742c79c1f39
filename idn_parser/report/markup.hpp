// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace idn::parser {

/// Escapes text for HTML and SVG: for element content and quoted attributes.
std::string escaped(std::string_view text);

}  // namespace idn::parser
