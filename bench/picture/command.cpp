// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "bench/command.hpp"
#include "bench/report/result_file.hpp"
#include "bench/report/table.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "idn/io/system_clock.hpp"
#include "sender/pattern/pattern.hpp"
#include "viewer/model/picture/wall.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;

struct PictureBench {
  std::uint32_t rate = 100'000;
  std::uint32_t streams = 1;
  std::uint32_t pictures = 600;
  std::string json;
};

constexpr double kPicturesPerSecond = 60;

/// The pattern over and over, as chunks of a millisecond.
viewer::Timeline stream_of(const sender::Pattern& pattern, const PictureBench& options) {
  sender::Path pen(SampleRate{options.rate}, 0.95);
  pattern.draw(pen, {0, 255, 0});
  const auto pass = pen.take();
  const auto length = std::chrono::duration_cast<Duration>(
      std::chrono::duration<double>(options.pictures / kPicturesPerSecond));
  viewer::Timeline timeline;
  std::size_t next = 0;
  for (TimePoint at{}; at.time_since_epoch() < length; at += 1ms) {
    auto samples = std::make_shared<viewer::Samples>();
    for (std::uint32_t i = 0; i < options.rate / 1000; ++i)
      samples->values.push_back(pass[next++ % pass.size()]);
    samples->datagram_starts = {0};
    timeline.play_wave(at, 1ms, std::move(samples));
  }
  return timeline;
}

struct Percentiles {
  double p50 = 0, p99 = 0, most = 0;  ///< milliseconds of processor time
};

Percentiles percentiles_of(std::vector<double> values) {
  std::ranges::sort(values);
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
  };
  return {at(0.5), at(0.99), values.back()};
}

Percentiles measure(const viewer::Timeline& timeline, bool with_scanners, const PictureBench& options) {
  viewer::PictureOptions picture;
  if (with_scanners) picture.beam.scanner = viewer::scanner_for(30);
  viewer::Wall wall(picture, std::vector<viewer::Wall::Tile>(options.streams, {&timeline}));
  std::vector<double> milliseconds;
  for (std::uint32_t i = 1; i <= options.pictures; ++i) {
    const std::chrono::duration<double> at(i / kPicturesPerSecond);
    const Duration before = io::thread_cpu_time();
    wall.show(TimePoint(std::chrono::duration_cast<Duration>(at)));
    milliseconds.push_back(in_millis(io::thread_cpu_time() - before));
  }
  return percentiles_of(std::move(milliseconds));
}

int run_picture(const PictureBench& options) {
  Table table({"pattern", "scanners", "median ms", "p99 ms", "most ms"}, 2);
  Json rows = Json::array();
  for (const auto& pattern : sender::all_patterns()) {
    const viewer::Timeline timeline = stream_of(pattern, options);
    for (const bool with_scanners : {false, true}) {
      const Percentiles times = measure(timeline, with_scanners, options);
      table.add({std::string(pattern.name), with_scanners ? "30k" : "none", fmt::format("{:.1f}", times.p50),
                 fmt::format("{:.1f}", times.p99), fmt::format("{:.1f}", times.most)});
      rows.push_back({{"pattern", pattern.name},
                      {"scanners", with_scanners},
                      {"median_ms", times.p50},
                      {"p99_ms", times.p99},
                      {"max_ms", times.most}});
    }
  }
  fmt::print(
      "{} pictures of 1920x1080 with {} streams of {} samples/s, 60 per second of the stream: processor time "
      "of "
      "one thread per picture.\n\n{}",
      options.pictures, options.streams, options.rate, table.text());
  write_results(
      options.json, "picture",
      {{"rate", options.rate}, {"streams", options.streams}, {"pictures", options.pictures}, {"rows", rows}});
  return cli::kOk;
}

}  // namespace

void add_picture(const cli::Command& app, Run& run) {
  const auto options = std::make_shared<PictureBench>();
  const cli::Command command = app.add_subcommand("picture", "How long the viewer takes for a picture");
  command.add_count("--rate", options->rate, 1000, SampleRate::kMax, "samples per second of a stream [100k]");
  command.add_count("--streams", options->streams, 1, 16, "side by side [1]");
  command.add_count("--pictures", options->pictures, 2, 100'000, "to draw [600]");
  add_json_option(command, options->json);
  command.callback([options, &run] { run = [options] { return run_picture(*options); }; });
}

}  // namespace idn::bench
