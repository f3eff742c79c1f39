// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// The packet-offset histogram as one <svg> element: offset in us to the right, datagrams on a log scale
/// upwards, a vertical line at the expected offset, clipped as HistogramView says. Colours and fonts come from
/// the classes and variables of the page's style.
std::string histogram_svg(const StreamFacts& stream);

}  // namespace idn::parser
