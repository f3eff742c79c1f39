// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "bench/codec/formats.hpp"
#include "bench/command.hpp"
#include "bench/report/result_file.hpp"
#include "bench/report/table.hpp"
#include "bench/sample_pattern.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "idn/wire/dictionary.hpp"

namespace idn::bench {
namespace {

using wire::SampleFormat;

struct DecodeOptions {
  std::uint64_t rounds = 5;
  Duration each = std::chrono::milliseconds(50);
  std::string json;
};

constexpr char kDecodeMeaning[] =
    "Nanoseconds for the 100 samples of one datagram. copy: memcpy of as many octets as are written, 22 for "
    "each "
    "sample. by dictionary: field by field, as formats without a layout of their own are read.\n";

void add_format(Stopwatch& watch, SampleFormat format) {
  std::vector<std::byte> octets(kSamples * wire::sample_size(format));
  wire::encode_samples(format, sample_pattern(kSamples), octets);
  const std::vector<LaserSample> buffer(kSamples);
  add_copy(watch, name_of("copy", format), kSamples * sizeof(LaserSample));
  watch.add(name_of("decode", format), [=, out = buffer]() mutable {
    wire::decode_samples(format, octets, out);
    keep(out.data());
  });
  const auto layout = wire::SampleLayout::from_dictionary(wire::dictionary(format)).value();
  watch.add(name_of("by dictionary", format), [=, out = buffer]() mutable {
    layout.decode(octets, out);
    keep(out.data());
  });
}

struct DecodeRow {
  SampleFormat format{};
  std::optional<Spread> copy, decode, speed, of_copy, by_dictionary, slow_speed;
};

DecodeRow row_of(const Stopwatch& watch, SampleFormat format) {
  const auto times = [&](const char* what) { return watch.nanoseconds(name_of(what, format)); };
  return {.format = format,
          .copy = spread_of(times("copy")),
          .decode = spread_of(times("decode")),
          .speed = millions_per_second(kSamples, times("decode")),
          .of_copy = ratio(times("copy"), times("decode")),
          .by_dictionary = spread_of(times("by dictionary")),
          .slow_speed = millions_per_second(kSamples, times("by dictionary"))};
}

std::vector<std::string> cells_of(const DecodeRow& row) {
  return {std::string(to_string(row.format)),
          text_of(row.copy),
          text_of(row.decode),
          text_of(row.speed),
          text_of(row.of_copy),
          text_of(row.by_dictionary),
          text_of(row.slow_speed)};
}

Json to_json(const DecodeRow& row) {
  return {{"format", to_string(row.format)},
          {"copy_ns", to_json(row.copy)},
          {"decode_ns", to_json(row.decode)},
          {"million_samples_per_second", to_json(row.speed)},
          {"copy_over_decode", to_json(row.of_copy)},
          {"by_dictionary_ns", to_json(row.by_dictionary)},
          {"by_dictionary_million_samples_per_second", to_json(row.slow_speed)}};
}

int run_decode(const DecodeOptions& options) {
  Stopwatch watch(options.each);
  for (const auto format : wire::kSampleFormats) add_format(watch, format);
  watch.run(options.rounds);

  Table table(
      {"format", "copy ns", "decode ns", "M samples/s", "copy / decode", "by dictionary ns", "M samples/s"});
  Json rows = Json::array();
  for (const auto format : wire::kSampleFormats) {
    const DecodeRow row = row_of(watch, format);
    table.add(cells_of(row));
    rows.push_back(to_json(row));
  }
  fmt::print("{}\n{}", table.text(), kDecodeMeaning);
  write_results(options.json, "decode", {{"samples", kSamples}, {"rounds", options.rounds}, {"formats", rows}});
  return cli::kOk;
}

}  // namespace

void add_decode(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<DecodeOptions>();
  const cli::CommandLine command =
      app.add_subcommand("decode", "What it costs to read samples out of datagrams");
  command.add_count("--rounds", options->rounds, 1, 1000, "of every measurement [5]");
  command.add_duration("--duration,-d", options->each, "of each measurement in a round [50ms]");
  add_results_option(command, options->json);
  command.callback([options, &run] { run = [options] { return run_decode(*options); }; });
}

}  // namespace idn::bench
