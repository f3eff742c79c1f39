// SPDX-License-Identifier: MIT
// Measures the processor time that idn_viewer needs per picture.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "cli/json_text.hpp"
#include "idn/io/send/clock.hpp"
#include "idn/picture/pattern.hpp"
#include "viewer/model/picture/wall.hpp"

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

struct PictureBench {
  std::uint32_t rate = 100'000;
  std::uint32_t streams = 1;
  std::uint32_t pictures = 600;
  std::string json;
};

constexpr double kPicturesPerSecond = 60;

/// A stream that repeats the pattern, in chunks of a millisecond.
Timeline stream_of(const picture::Pattern& pattern, const PictureBench& options) {
  picture::Path pen(SampleRate{options.rate}, 0.95);
  pattern.draw(pen, {0, 255, 0});
  const auto pass = pen.take();
  const auto length = std::chrono::duration_cast<Duration>(
      std::chrono::duration<double>(options.pictures / kPicturesPerSecond));
  Timeline timeline;
  std::size_t next = 0;
  for (TimePoint at{}; at.time_since_epoch() < length; at += 1ms) {
    auto samples = std::make_shared<Samples>();
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

Percentiles measure(const Timeline& timeline, bool with_scanners, const PictureBench& options) {
  PictureOptions picture;
  if (with_scanners) picture.beam.scanner = scanner_for(30);
  Wall wall(picture, std::vector<Wall::Tile>(options.streams, {&timeline}));
  std::vector<double> milliseconds;
  for (std::uint32_t i = 1; i <= options.pictures; ++i) {
    const std::chrono::duration<double> at(i / kPicturesPerSecond);
    const Duration before = io::thread_cpu_time();
    wall.show(TimePoint(std::chrono::duration_cast<Duration>(at)));
    milliseconds.push_back(in_millis(io::thread_cpu_time() - before));
  }
  return percentiles_of(std::move(milliseconds));
}

constexpr char kRow[] = "| {:<7} | {:<8} | {:>9} | {:>6} | {:>7} |\n";

void print_row(const picture::Pattern& pattern, bool with_scanners, const Percentiles& times) {
  const auto text = [](double milliseconds) { return fmt::format("{:.1f}", milliseconds); };
  fmt::print(kRow, pattern.name, with_scanners ? "30k" : "none", text(times.p50), text(times.p99),
             text(times.most));
}

nlohmann::ordered_json to_json(const picture::Pattern& pattern, bool with_scanners, const Percentiles& times) {
  return {{"pattern", pattern.name},
          {"scanners", with_scanners},
          {"median_ms", times.p50},
          {"p99_ms", times.p99},
          {"max_ms", times.most}};
}

void write_results(const PictureBench& options, nlohmann::ordered_json rows) {
  if (options.json.empty()) return;
  const nlohmann::ordered_json results{{"rate", options.rate},
                                       {"streams", options.streams},
                                       {"pictures", options.pictures},
                                       {"rows", std::move(rows)}};
  const std::string text = cli::json_page({{"benchmark", "picture"}, {"results", results}});
  cli::write_file_atomically(options.json, std::as_bytes(std::span(text)));
}

int run(const PictureBench& options) {
  fmt::print(
      "{} pictures of 1920x1080 with {} streams of {} samples/s, 60 per second of the stream: processor time "
      "of "
      "one thread per picture.\n\n",
      options.pictures, options.streams, options.rate);
  fmt::print(kRow, "pattern", "scanners", "median ms", "p99 ms", "most ms");
  fmt::print("|:--------|:---------|----------:|-------:|--------:|\n");
  auto rows = nlohmann::ordered_json::array();
  for (const auto& pattern : picture::all_patterns()) {
    const Timeline timeline = stream_of(pattern, options);
    for (const bool with_scanners : {false, true}) {
      const Percentiles times = measure(timeline, with_scanners, options);
      print_row(pattern, with_scanners, times);
      rows.push_back(to_json(pattern, with_scanners, times));
    }
  }
  write_results(options, std::move(rows));
  return cli::kOk;
}

}  // namespace
}  // namespace idn::viewer

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("idn_viewer_bench", [&] {
    cli::Program app("idn_viewer_bench", "Measures how long idn_viewer takes for a picture, on this machine.");
    viewer::PictureBench options;
    app.add_count("--rate", options.rate, 1000, SampleRate::kMax, "samples per second of a stream [100k]");
    app.add_count("--streams", options.streams, 1, 16, "side by side [1]");
    app.add_count("--pictures", options.pictures, 2, 100'000, "to draw [600]");
    app.add_output_file("--json", options.json, "write the results there as well, as one JSON object");
    if (const auto code = app.parse(argc, argv)) return *code;
    return viewer::run(options);
  });
}
