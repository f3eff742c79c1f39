// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/options.hpp"
#include "idn_parser/report/html.hpp"
#include "idn_parser/report/json.hpp"
#include "idn_parser/report/text.hpp"
#include "idn_parser/samples/export.hpp"

namespace idn::parser {
namespace {

std::string write_page(const Options& options, const Report& report) {
  if (options.html.empty()) return {};
  const std::string page = to_html(report);
  cli::write_whole_file(options.html, std::as_bytes(std::span(page)));
  return fmt::format("Page written to {}.\n", options.html);
}

std::string write_samples(const Options& options, const Report& report) {
  if (options.samples.empty()) return {};
  const auto [samples, left_out] = export_samples(report, options.samples, options.sources);
  if (left_out > 0)
    fmt::print(stderr, "idn_parser: {}: {} datagrams are left out, the capture does not hold them whole\n",
               options.samples, left_out);
  return fmt::format("{} samples written to {}.\n", samples, options.samples);
}

int run(const Options& options) {
  const Report report = analyse(options.file, options.port);
  const std::string written = write_page(options, report) + write_samples(options, report);
  fmt::print("{}", options.json ? to_json(report) : to_text(report) + written);
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
