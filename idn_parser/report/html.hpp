// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// The report as one page that needs nothing else: style and figures are inside, there is no script and
/// nothing to load. Legible in light and dark and on paper.
std::string to_html(const Report& report);

}  // namespace idn::parser
