// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "bench/command.hpp"
#include "bench/drawing/scenes.hpp"
#include "bench/drawing/trace.hpp"
#include "bench/report/result_file.hpp"
#include "bench/report/table.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "idn/ilda/writer.hpp"

namespace idn::bench {
namespace {

struct DrawingOptions {
  std::uint32_t rate = 48'000;
  std::uint32_t kpps = 30;
  std::string pictures;
  std::string json;
};

struct DrawingRow {
  std::string_view scene;
  picture::RenderedPicture picture;
  DrawnError error;
  double seconds = 0;  ///< of rendering, the shortest
};

DrawingRow measure(const Scene& scene, const picture::RenderOptions& options) {
  constexpr int kRepeats = 5;
  DrawingRow row{.scene = scene.name, .picture = {}, .error = {}, .seconds = 1e9};
  for (int i = 0; i < kRepeats; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    row.picture = picture::render(scene.drawing, options);
    row.seconds = std::min(row.seconds, in_seconds(std::chrono::steady_clock::now() - begin));
  }
  row.error = drawn_error(scene.drawing, row.picture.samples, options.rate, options.scanner_kpps);
  return row;
}

void write_pictures(const std::string& path, const std::vector<DrawingRow>& rows) {
  ilda::Writer writer;
  for (const auto& row : rows) {
    std::vector<ilda::Point> points;
    for (const auto& sample : row.picture.samples) points.push_back(ilda::from_sample(sample));
    writer.add_frame(ilda::Format::TrueColour2d, points);
  }
  cli::write_file_atomically(path, writer.finish());
}

int run_drawing(const DrawingOptions& options) {
  Table table({"scene", "ms", "dark ms", "hook %", "gap %", "rendered in us"});
  Json scenes = Json::array();
  std::vector<DrawingRow> rows;
  for (const Scene& scene : drawing_scenes()) {
    const DrawingRow& row = rows.emplace_back(
        measure(scene, {.rate = {options.rate}, .scanner_kpps = static_cast<double>(options.kpps)}));
    const auto dark = std::ranges::count_if(row.picture.samples, &LaserSample::is_dark);
    const double ms = in_seconds(row.picture.time) * 1e3,
                 dark_ms = 1e3 * static_cast<double>(dark) / options.rate;
    table.add({std::string(row.scene), fmt::format("{:.2f}", ms), fmt::format("{:.2f}", dark_ms),
               fmt::format("{:.2f}", row.error.hook * 100), fmt::format("{:.2f}", row.error.gap * 100),
               fmt::format("{:.0f}", row.seconds * 1e6)});
    scenes.push_back({{"scene", row.scene},
                      {"ms", ms},
                      {"dark_ms", dark_ms},
                      {"hook", row.error.hook},
                      {"gap", row.error.gap},
                      {"render_us", row.seconds * 1e6}});
  }
  fmt::print(
      "{} samples/s, scanners of {} kpps. Of the picture's width: hook, the largest distance of the lit beam "
      "from the strokes; gap, that of the strokes from the beam.\n\n{}",
      options.rate, options.kpps, table.text());
  if (!options.pictures.empty()) write_pictures(options.pictures, rows);
  write_results(options.json, "drawing", {{"rate", options.rate}, {"kpps", options.kpps}, {"scenes", scenes}});
  return cli::kOk;
}

}  // namespace

void add_drawing(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<DrawingOptions>();
  const cli::CommandLine command =
      app.add_subcommand("drawing", "How long pictures of drawings take, and how exact they are");
  command.add_count("--rate,-r", options->rate, 1000, SampleRate::kMax, "samples per second [48000]");
  command.add_count("--kpps", options->kpps, 1, 200, "class of the scanners [30]");
  command
      .add_option(
          "--write", [options](const std::string& path) { options->pictures = path; },
          "writes the pictures as an .ild file")
      .type_name("FILE");
  add_results_option(command, options->json);
  command.callback([options, &run] { run = [options] { return run_drawing(*options); }; });
}

}  // namespace idn::bench
