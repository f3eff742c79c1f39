// SPDX-License-Identifier: MIT
#include "bench/report/result_file.hpp"

#include <span>

#include "bench/machine/description.hpp"
#include "cli/command_line.hpp"
#include "cli/file.hpp"
#include "cli/json_text.hpp"

namespace idn::bench {

void add_results_option(const cli::CommandLine& command, std::string& file) {
  command.add_output_file("--results", file, "write the results there as well, as one JSON object");
}

void write_results(const std::string& file, const std::string& benchmark, Json results) {
  if (file.empty()) return;
  Json machine = Json::object();
  for (const auto& [name, value] : describe_machine()) machine[name] = value;
  const Json document{{"benchmark", benchmark}, {"machine", machine}, {"results", std::move(results)}};
  const std::string text = cli::json_page(document);
  cli::write_file_atomically(file, std::as_bytes(std::span(text)));
}

Json to_json(const std::optional<Spread>& spread) {
  if (!spread) return nullptr;
  return {{"median", spread->median}, {"min", spread->least}, {"max", spread->most}};
}

}  // namespace idn::bench
