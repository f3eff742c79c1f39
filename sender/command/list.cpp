// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/ilda_file.hpp"
#include "cli/json_text.hpp"
#include "cli/standard_streams.hpp"
#include "sender/command/commands.hpp"
#include "sender/source/playlist.hpp"

namespace idn::sender {
namespace {

struct ListOptions {
  std::vector<std::string> paths;
  double fps = 25;
  std::uint64_t rate = StreamOptions{}.rate;
  bool json = false;
};

std::string formats(const ilda::Survey& survey) {
  std::string list;
  for (std::size_t format = 0; format < survey.formats.size(); ++format)
    if (survey.formats[format]) list += fmt::format("{}{}", list.empty() ? "" : ",", format);
  return list;
}

/// How long idn_sender play takes at least: the time of all points, or of all frames with --fps, whichever is
/// longer. Whole passes and blanked moves make it longer.
double seconds(const ilda::Survey& survey, const ListOptions& options) {
  const double drawn = static_cast<double>(survey.points) / static_cast<double>(options.rate);
  return options.fps > 0 ? std::max(drawn, static_cast<double>(survey.frames) / options.fps) : drawn;
}

void print_json(const std::string& path, const ilda::Survey& survey, const ListOptions& options) {
  nlohmann::ordered_json findings = nlohmann::ordered_json::array();
  for (const auto& finding : survey.findings.kept()) findings.push_back(to_string(finding));
  const nlohmann::ordered_json line{{"file", path},
                                    {"frames", survey.frames},
                                    {"points", survey.points},
                                    {"palettes", survey.palettes},
                                    {"largest_frame", survey.largest_frame},
                                    {"formats", formats(survey)},
                                    {"duration_s", seconds(survey, options)},
                                    {"findings", findings}};
  fmt::print("{}", cli::json_line(line));
}

void print_text(const std::string& path, const ilda::Survey& survey, const ListOptions& options) {
  fmt::print("{:>7} {:>9} {:>8} {:>8} {:>8.2f} s  {}\n", survey.frames, survey.points, survey.largest_frame,
             formats(survey), seconds(survey, options), path);
  for (const auto& finding : survey.findings.kept()) fmt::print("        {}\n", to_string(finding));
}

/// Lists every readable file, after a bad one too. The exit code is that of the worst problem.
int list(const ListOptions& options) {
  if (!options.json) fmt::print(" frames    points  largest   format   duration  file\n");
  int code = cli::kOk;
  std::vector<std::string> paths;
  for (const auto& path : options.paths)
    for (PlaylistItem& item : playlist_of(path, {})) paths.push_back(std::move(item.file));
  for (const auto& path : paths) {
    try {
      const ilda::File file = cli::load_ilda(path);
      const ilda::Survey& survey = file.survey();
      options.json ? print_json(path, survey, options) : print_text(path, survey, options);
      if (!survey.findings.empty()) code = std::max<int>(code, cli::kFindings);
    } catch (const cli::Failure& failure) {
      cli::flush_output();
      fmt::print(stderr, "idn_sender: {}\n", failure.what());
      code = std::max<int>(code, failure.code());
    }
  }
  return code;
}

}  // namespace

void add_list(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<ListOptions>();
  const cli::CommandLine command = app.add_subcommand("list", "Show what .ild files contain");
  command.add_option("FILE", options->paths, ".ild files, folders of them, or playlists (.toml)")
      .required()
      .reads_files();
  command.add_number("--fps", options->fps, 0, 1000, "frames per second, for the duration");
  command.add_count("--rate,-r", options->rate, 1, SampleRate::kMax,
                    "points per second, for the duration [30k]");
  command.add_flag("--json", options->json, "one JSON object per file");
  command.callback([options, &run] { run = [options] { return list(*options); }; });
}

}  // namespace idn::sender
