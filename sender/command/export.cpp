// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <memory>

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
  int format = 5;
};

int export_pattern(const ExportOptions& options) {
  const auto samples = draw(options, {static_cast<std::uint32_t>(options.rate)});
  std::vector<ilda::Point> points(samples.size());
  std::ranges::transform(samples, points.begin(), ilda::from_sample);
  ilda::Writer writer;
  const std::size_t frames =
      writer.add_frame(static_cast<ilda::Format>(options.format), points, {.name = options.name});
  cli::write_whole_file(options.path, writer.finish());
  fmt::print("{}: {} points in {} frame{}, format {}, drawn for {} points/s\n", options.path, points.size(),
             frames, frames == 1 ? "" : "s", options.format, options.rate);
  return cli::kOk;
}

}  // namespace

void add_export(CLI::App& app, Run& run) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::App& command = *app.add_subcommand("export", "Write a test pattern to an .ild file");
  add_pattern_options(command, *options);
  command.add_option("FILE", options->path, "the .ild file to write; an existing one is replaced")->required();
  cli::add_count(command, "--rate,-r", options->rate, 1000, SampleRate::kMax,
                 "points per second it will be played at [30k]");
  command.add_option("--ild-format", options->format, "0, 1: indexed 3D, 2D; 4, 5: true colour 3D, 2D")
      ->check(CLI::IsMember({0, 1, 4, 5}))
      ->capture_default_str();
  command.callback([options, &run] { run = [options] { return export_pattern(*options); }; });
}

}  // namespace idn::sender
