// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace idn::parser {

/// Makes a complete SVG document of a figure of plots.hpp: embedded style sheet, white background.
std::string standalone_svg(const std::string& figure);

/// The output formats of this build, as text for --version: "text, JSON, HTML ...".
std::string_view output_formats() noexcept;

/// Renders the SVG document as PNG, with two pixels per unit of its view box. Throws cli::Failure on failure,
/// and always in a build without librsvg.
std::vector<std::byte> to_png(const std::string& document);

}  // namespace idn::parser
