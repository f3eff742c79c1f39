// SPDX-License-Identifier: MIT
#include <cstdio>

#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/options.hpp"
#include "idn_parser/report/html.hpp"
#include "idn_parser/report/json.hpp"
#include "idn_parser/report/text.hpp"

namespace idn::parser {
namespace {

void print_whole(const std::string& text) {
  const bool is_written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!is_written || std::fflush(stdout) != 0)
    throw cli::Failure(cli::kEnvironment, "cannot write the report to standard output; is its disk full?");
}

int run(const Options& options) {
  const Report report = analyse(options.file, options.port);
  if (!options.html.empty()) {
    const std::string page = to_html(report);
    cli::write_whole_file(options.html, std::as_bytes(std::span(page)));
  }
  if (options.json)
    print_whole(to_json(report));
  else
    print_whole(to_text(report) + (options.html.empty() ? "" : "Page written to " + options.html + ".\n"));
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
