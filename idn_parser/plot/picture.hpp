// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace idn::parser {

/// A figure of plots.hpp as a document of its own: with its style inside, on white.
std::string standalone_svg(const std::string& figure);

/// What reports can be written as, in words for people; depends on the build.
std::string_view output_formats() noexcept;

/// The document as PNG, twice as large as its view box. Throws cli::Failure where this build cannot.
std::vector<std::byte> to_png(const std::string& document);

}  // namespace idn::parser
