// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// The report as one self-contained HTML page, see page.hpp.
std::string to_html(const Report& report);

}  // namespace idn::parser
