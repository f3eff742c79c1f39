// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "bench/codec/formats.hpp"
#include "bench/codec/output_contents.hpp"
#include "bench/command.hpp"
#include "bench/report/result_file.hpp"
#include "bench/report/table.hpp"
#include "bench/sample_pattern.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "output/output_stage.hpp"
#include "stream/send/packer.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;
using output::Brightness;
using output::OutputOptions;
using enum output::LimitAction;

struct OutputBenchOptions {
  std::uint64_t rounds = 5;
  Duration each = 50ms;
  std::string json;
};

constexpr SampleRate kBenchRate{30'000};
constexpr std::size_t kPacket = 100, kPackets = 64;

constexpr char kOutputMeaning[] =
    "Nanoseconds per sample, packets of 100. calm: circles within all limits; hostile: noise that exceeds all "
    "limits with nearly every sample. copy: copying the samples into the buffer where they are processed; "
    "every other row includes it.\n";

struct OutputCase {
  const char* name;
  OutputOptions options{};
};

std::vector<OutputCase> output_cases() {
  const auto all = all_limits();
  // A zone whose edge every circle crosses.
  const output::Zone hook{{{-0.9, -0.9}, {-0.2, -0.9}, {-0.2, -0.5}, {-0.7, -0.6}, {-0.6, 0.4}, {-0.9, 0.3}},
                          Brightness::all(0.5),
                          Clamp};
  return {{"neutral"},
          {"mirror", {.orientation = {.mirror_x = true}}},
          {"orientation", {.orientation = {.rotate_degrees = 10, .scale = 0.9, .offset_x = 0.05}}},
          {"balance", {.balance = {.red = 0.8, .blue = 0.9}}},
          {"colour shift", {.colour_shift = 120us}},
          {"positions later", {.colour_shift = -120us}},
          {"picture", {.limits = {.picture = all.picture}}},
          {"speed", {.limits = {.speed = all.speed}}},
          {"acceleration", {.limits = {.acceleration = all.acceleration}}},
          {"brightness", {.limits = {.brightness = all.brightness}}},
          {"picture, speed, acceleration, brightness",
           {.limits = {.speed = all.speed,
                       .acceleration = all.acceleration,
                       .picture = all.picture,
                       .brightness = all.brightness}}},
          {"dwell", {.limits = {.dwell = all.dwell}}},
          {"zones at the edge", {.limits = {.zones = all.zones, .allowed = all.allowed}}},
          {"zone that is crossed", {.limits = {.zones = {hook}}}},
          {"scanner load", {.scanner_kpps = 30}},
          {"all limits", {.limits = all}},
          {"everything",
           {.orientation = {.rotate_degrees = 10},
            .balance = {.red = 0.8},
            .colour_shift = 120us,
            .limits = all,
            .scanner_kpps = 30}}};
}

/// Calls `work` with one packet of the content after the other, each copied into the same buffer first.
template <class Work>
auto over(const std::vector<LaserSample>& content, Work work) {
  return [&content, work = std::move(work), packet = std::vector<LaserSample>(kPacket),
          index = std::size_t{0}]() mutable {
    const auto from = content.begin() + static_cast<std::ptrdiff_t>(index * kPacket);
    std::copy(from, from + kPacket, packet.begin());
    index = (index + 1) % kPackets;
    work(std::span(packet));
    keep(packet.data());
  };
}

std::string name_of_case(const char* name, const char* content) {
  return fmt::format("{} ({})", name, content);
}

void add_contents(Stopwatch& watch, const char* content_name, const std::vector<LaserSample>& content) {
  watch.add(name_of_case("copy", content_name), over(content, [](auto) {}));
  watch.add(name_of_case("copy and pack", content_name),
            over(content, [packer = stream::Packer::create({.max_datagram = 4096}).value()](
                              auto samples) mutable { keep(packer.pack(samples, false).data()); }));
  for (const auto& one : output_cases()) {
    const auto stage = std::make_shared<output::OutputStage>(one.options, kBenchRate);
    watch.add(name_of_case(one.name, content_name),
              over(content, [stage](auto samples) { stage->process(samples); }));
  }
}

std::vector<double> per_sample(std::vector<double> per_packet) {
  for (double& time : per_packet) time /= kPacket;
  return per_packet;
}

int run_output(const OutputBenchOptions& options) {
  const auto calm = calm_samples(kPacket * kPackets), hostile = sample_pattern(kPacket * kPackets);
  Stopwatch watch(options.each);
  add_contents(watch, "calm", calm);
  add_contents(watch, "hostile", hostile);
  watch.run(options.rounds);

  Table table({"what", "calm ns", "hostile ns"});
  Json rows = Json::array();
  const auto add_row = [&](const char* name) {
    const auto of = [&](const char* content) {
      return spread_of(per_sample(watch.nanoseconds(name_of_case(name, content))));
    };
    table.add({name, text_of(of("calm")), text_of(of("hostile"))});
    rows.push_back({{"what", name}, {"calm_ns", to_json(of("calm"))}, {"hostile_ns", to_json(of("hostile"))}});
  };
  add_row("copy");
  add_row("copy and pack");
  for (const auto& one : output_cases()) add_row(one.name);
  fmt::print("{}\n{}", table.text(), kOutputMeaning);
  write_results(options.json, "output", {{"samples", kPacket}, {"rounds", options.rounds}, {"cases", rows}});
  return cli::kOk;
}

}  // namespace

void add_output(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<OutputBenchOptions>();
  const cli::CommandLine command =
      app.add_subcommand("output", "What orientation, colour shift and limits cost before packing");
  command.add_count("--rounds", options->rounds, 1, 1000, "of every measurement [5]");
  command.add_duration("--duration,-d", options->each, "of each measurement in a round [50ms]");
  add_results_option(command, options->json);
  command.callback([options, &run] { run = [options] { return run_output(*options); }; });
}

}  // namespace idn::bench
