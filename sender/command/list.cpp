// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/json_text.hpp"
#include "cli/standard_streams.hpp"
#include "sender/command/commands.hpp"
#include "sender/source/ilda_sequence.hpp"

namespace idn::sender {
namespace {

struct ListOptions {
  std::vector<std::string> paths;
  double fps = 25;
  std::uint64_t rate = 100'000;
  bool json = false;
};

std::string formats(const ilda::Survey& survey) {
  std::string list;
  for (std::size_t format = 0; format < survey.formats.size(); ++format)
    if (survey.formats[format]) list += fmt::format("{}{}", list.empty() ? "" : ",", format);
  return list;
}

/// As idn_sender play would take: a frame lasts its time or as long as its points, whichever is longer.
double seconds(const ilda::Survey& survey, const ListOptions& options) {
  const double drawn = static_cast<double>(survey.points) / static_cast<double>(options.rate);
  return options.fps > 0 ? std::max(drawn, static_cast<double>(survey.frames) / options.fps) : drawn;
}

void print_json(const IldaFile& file, const ListOptions& options) {
  nlohmann::ordered_json findings = nlohmann::ordered_json::array();
  for (const auto& finding : file.survey.findings.kept()) findings.push_back(to_string(finding));
  const nlohmann::ordered_json line{{"file", file.path},
                                    {"frames", file.survey.frames},
                                    {"points", file.survey.points},
                                    {"palettes", file.survey.palettes},
                                    {"largest_frame", file.survey.largest_frame},
                                    {"formats", formats(file.survey)},
                                    {"duration_s", seconds(file.survey, options)},
                                    {"findings", findings}};
  fmt::print("{}", cli::json_line(line));
}

void print_text(const IldaFile& file, const ListOptions& options) {
  fmt::print("{:>7} {:>9} {:>8} {:>8} {:>8.2f} s  {}\n", file.survey.frames, file.survey.points,
             file.survey.largest_frame, formats(file.survey), seconds(file.survey, options), file.path);
  for (const auto& finding : file.survey.findings.kept()) fmt::print("        {}\n", to_string(finding));
}

/// Lists what can be listed; one bad file does not hide the others, and the worst decides how it ends.
int list(const ListOptions& options) {
  if (!options.json) fmt::print(" frames    points  largest   format   duration  file\n");
  int code = cli::kOk;
  for (const auto& path : options.paths) {
    try {
      const IldaFile file = load_ilda(path);
      options.json ? print_json(file, options) : print_text(file, options);
      if (!file.survey.findings.empty()) code = std::max<int>(code, cli::kFindings);
    } catch (const cli::Failure& failure) {
      cli::flush_output();
      fmt::print(stderr, "idn_sender: {}\n", failure.what());
      code = std::max<int>(code, failure.code());
    }
  }
  return code;
}

}  // namespace

void add_list(const cli::Command& app, Run& run) {
  const auto options = std::make_shared<ListOptions>();
  const cli::Command command = app.add_subcommand("list", "Show what .ild files contain");
  command.add_option("FILE", options->paths, ".ild files").required().reads_files();
  command.add_number("--fps", options->fps, 0, 1000, "frames per second, for the duration");
  command.add_count("--rate,-r", options->rate, 1, SampleRate::kMax,
                    "points per second, for the duration [100k]");
  command.add_flag("--json", options->json, "one JSON object per file");
  command.callback([options, &run] { run = [options] { return list(*options); }; });
}

}  // namespace idn::sender
