// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// The histograms of packet offsets: a head line, then a line for each bucket that is not empty, with the
/// number of its stream, from 1.
std::string to_csv(std::span<const StreamFacts> streams);

}  // namespace idn::parser
