// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "idn/ilda/writer.hpp"
#include "sender/command/commands.hpp"
#include "sender/command/pattern_options.hpp"

namespace idn::sender {
namespace {

struct ExportOptions : PatternOptions {
  std::string path;
  std::uint64_t rate = 30'000;
  MoveOptions moves;
  ilda::Format format = ilda::Format::TrueColour2d;
};

std::optional<ilda::Format> format_from(std::string_view text) {
  using enum ilda::Format;
  for (const auto format : {Indexed3d, Indexed2d, TrueColour3d, TrueColour2d})
    if (text == fmt::format("{}", static_cast<int>(format))) return format;
  return std::nullopt;
}

int export_pattern(const ExportOptions& options) {
  const auto samples = draw(options, {static_cast<std::uint32_t>(options.rate)}, options.moves);
  std::vector<ilda::Point> points(samples.size());
  std::ranges::transform(samples, points.begin(), ilda::from_sample);
  ilda::Writer writer;
  const std::size_t frames = writer.add_frame(options.format, points, {.name = options.name});
  cli::write_file_atomically(options.path, writer.finish());
  fmt::print("{}: {} points in {} frame{}, format {}, drawn for {} points/s\n", options.path, points.size(),
             frames, frames == 1 ? "" : "s", static_cast<int>(options.format), options.rate);
  return cli::kOk;
}

}  // namespace

void add_export(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<ExportOptions>();
  const cli::CommandLine command = app.add_subcommand("export", "Write a test pattern to an .ild file");
  add_pattern_options(command, *options);
  add_move_options(command, options->moves);
  command.add_output_file("FILE", options->path, "the .ild file to write; an existing one is replaced")
      .required()
      .type_name("");
  command.add_count("--rate,-r", options->rate, 1000, SampleRate::kMax,
                    "points per second it will be played at [30k]");
  command.add_choice("--ild-format", options->format, format_from, "0, 1, 4, 5",
                     "0, 1: indexed 3D, 2D; 4, 5: true colour 3D, 2D [5]");
  command.callback([options, &run] { run = [options] { return export_pattern(*options); }; });
}

}  // namespace idn::sender
