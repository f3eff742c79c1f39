// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <array>
#include <memory>

#include "bench/codec/formats.hpp"
#include "bench/command.hpp"
#include "bench/report/result_file.hpp"
#include "bench/report/table.hpp"
#include "bench/sample_pattern.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "idn/ilda/reader.hpp"
#include "idn/ilda/writer.hpp"

namespace idn::bench {
namespace {

struct IldaOptions {
  std::uint64_t rounds = 5;
  Duration each = std::chrono::milliseconds(100);
  std::string json;
};

constexpr std::size_t kFrames = 500;
constexpr std::size_t kPoints = 1000;

struct NamedFormat {
  ilda::Format format;
  const char* name;
};
constexpr std::array kFormats{NamedFormat{ilda::Format::Indexed3d, "0, indexed 3D"},
                              NamedFormat{ilda::Format::Indexed2d, "1, indexed 2D"},
                              NamedFormat{ilda::Format::TrueColour3d, "4, true colour 3D"},
                              NamedFormat{ilda::Format::TrueColour2d, "5, true colour 2D"}};

std::vector<std::byte> show_of(ilda::Format format) {
  std::vector<ilda::Point> points;
  for (const auto& sample : sample_pattern(kPoints)) points.push_back(ilda::from_sample(sample));
  ilda::Writer writer;
  for (std::size_t i = 0; i < kFrames; ++i) writer.add_frame(format, points);
  return writer.finish();
}

void read_all(ConstBytes file, ilda::Frame& frame) {
  auto reader = ilda::Reader::open(file).value();
  while (reader.next(frame)) keep(frame.points.data());
}

std::string copy_of(const NamedFormat& format) {
  return fmt::format("copy {}", format.name);
}
std::string read_of(const NamedFormat& format) {
  return fmt::format("read {}", format.name);
}

/// @return octets of the file
std::size_t add_format(Stopwatch& watch, const NamedFormat& format) {
  const auto file = show_of(format.format);
  add_copy(watch, copy_of(format), file.size());
  watch.add(read_of(format), [file, frame = ilda::Frame{}]() mutable { read_all(file, frame); });
  return file.size();
}

struct IldaRow {
  NamedFormat format{};
  double octets = 0;
  std::optional<Spread> speed, points, copy_speed, of_copy;
};

IldaRow row_of(const Stopwatch& watch, const NamedFormat& format, std::size_t octets) {
  const auto& copy = watch.nanoseconds(copy_of(format));
  const auto& read = watch.nanoseconds(read_of(format));
  const auto size = static_cast<double>(octets);
  return {.format = format,
          .octets = size,
          .speed = millions_per_second(size, read),
          .points = millions_per_second(kFrames * kPoints, read),
          .copy_speed = millions_per_second(size, copy),
          .of_copy = ratio(copy, read)};
}

std::vector<std::string> cells_of(const IldaRow& row) {
  return {row.format.name,     number(row.octets / 1e6), text_of(row.speed),
          text_of(row.points), text_of(row.copy_speed),  text_of(row.of_copy)};
}

Json to_json(const IldaRow& row) {
  return {
      {"format", static_cast<unsigned>(row.format.format)}, {"octets", row.octets},
      {"read_mb_per_second", to_json(row.speed)},           {"million_points_per_second", to_json(row.points)},
      {"copy_mb_per_second", to_json(row.copy_speed)},      {"copy_over_read", to_json(row.of_copy)}};
}

int run_ilda(const IldaOptions& options) {
  Stopwatch watch(options.each);
  std::vector<std::size_t> sizes;
  for (const auto& format : kFormats) sizes.push_back(add_format(watch, format));
  watch.run(options.rounds);

  Table table({"format", "file MB", "read MB/s", "M points/s", "copy MB/s", "copy / read"});
  Json rows = Json::array();
  for (std::size_t i = 0; i < kFormats.size(); ++i) {
    const IldaRow row = row_of(watch, kFormats[i], sizes[i]);
    table.add(cells_of(row));
    rows.push_back(to_json(row));
  }
  fmt::print("Reading {} frames of {} points from memory, beside a copy of the same octets.\n\n{}", kFrames,
             kPoints, table.text());
  write_results(options.json, "ilda", {{"rounds", options.rounds}, {"formats", rows}});
  return cli::kOk;
}

}  // namespace

void add_ilda(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<IldaOptions>();
  const cli::CommandLine command = app.add_subcommand("ilda", "How fast .ild files are read");
  command.add_count("--rounds", options->rounds, 1, 1000, "of every measurement [5]");
  command.add_duration("--duration,-d", options->each, "of each measurement in a round [100ms]");
  add_results_option(command, options->json);
  command.callback([options, &run] { run = [options] { return run_ilda(*options); }; });
}

}  // namespace idn::bench
