// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// The histograms of packet offsets as CSV: a header line, then one line per bucket that is not empty. Its
/// first column is the number of the stream, from 1.
std::string to_csv(std::span<const StreamFacts> streams);

}  // namespace idn::parser
