// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace idn::parser {

/// Text made harmless for HTML and SVG, inside elements and quoted attributes.
std::string escaped(std::string_view text);

}  // namespace idn::parser
