// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/options.hpp"
#include "idn_parser/report/html.hpp"
#include "idn_parser/report/json.hpp"
#include "idn_parser/report/text.hpp"

namespace idn::parser {
namespace {

int run(const Options& options) {
  const Report report = analyse(options.file, options.port);
  if (!options.html.empty()) {
    const std::string page = to_html(report);
    cli::write_whole_file(options.html, std::as_bytes(std::span(page)));
  }
  if (options.json)
    fmt::print("{}", to_json(report));
  else
    fmt::print("{}{}", to_text(report), options.html.empty() ? "" : "Page written to " + options.html + ".\n");
  return report.findings.empty() ? cli::kOk : cli::kFindings;
}

}  // namespace
}  // namespace idn::parser

int main(int argc, char** argv) {
  return idn::cli::run_main("idn_parser", [&] {
    const auto asked = idn::parser::parse_options(argc, argv);
    if (const int* exit_code = std::get_if<int>(&asked)) return *exit_code;
    return idn::parser::run(std::get<idn::parser::Options>(asked));
  });
}
