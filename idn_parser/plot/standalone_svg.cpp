// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "idn_parser/plot/canvas.hpp"
#include "idn_parser/plot/picture.hpp"
#include "idn_parser/plot/style.hpp"

namespace idn::parser {
namespace {

/// The value of a CSS variable: "#1b1f24" for "--ink".
std::string_view colour(std::string_view name) {
  const std::string_view colours = kLightColours;
  const auto begin = colours.find(':', colours.find(name)) + 2;
  return colours.substr(begin, colours.find(';', begin) - begin);
}

/// Replaces CSS variables by their values, since most programs other than browsers do not support variables.
std::string without_variables(std::string_view style) {
  constexpr std::string_view kVariable = "var(";
  std::string out;
  for (;;) {
    const auto at = style.find(kVariable);
    out += style.substr(0, at);
    if (at == std::string_view::npos) return out;
    const auto end = style.find(')', at);
    out += colour(style.substr(at + kVariable.size(), end - at - kVariable.size()));
    style.remove_prefix(end + 1);
  }
}

}  // namespace

std::string standalone_svg(const std::string& figure) {
  constexpr std::string_view kSvgTag = "<svg ";
  const auto content = figure.find('>') + 1;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" {2}\n<style>{3}</style>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>{4}",
      kCanvasWidth, kCanvasHeight, figure.substr(kSvgTag.size(), content - kSvgTag.size()),
      without_variables(kChartStyle), figure.substr(content));
}

}  // namespace idn::parser
