// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace idn::parser {

/// A figure of plots.hpp as a document of its own: with its style inside, on white.
std::string standalone_svg(const std::string& figure);

/// The document as PNG, twice as large as its view box. Throws cli::Failure where this build cannot.
std::vector<std::byte> to_png(const std::string& document);

}  // namespace idn::parser
