// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"
#include "idn_parser/plot/picture.hpp"

namespace idn::parser {

std::string_view output_formats() noexcept {
  return "text, JSON, HTML, CSV, samples; no PNG, it was built without librsvg";
}

std::vector<std::byte> to_png(const std::string&) {
  throw cli::Failure(
      cli::kEnvironment,
      "this idn_parser was built without librsvg and cannot write PNG (everything else is written); "
      "install librsvg2-dev and configure it again, or use --html");
}

}  // namespace idn::parser
