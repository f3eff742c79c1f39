// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "bench/codec/output_contents.hpp"
#include "bench/command.hpp"
#include "bench/devices/device_fan_out.hpp"
#include "bench/report/criterion.hpp"
#include "bench/report/table.hpp"
#include "bench/sample_pattern.hpp"
#include "cli/failure.hpp"
#include "cli/terminal.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;

constexpr double kMostWithLimits = 1.3;
/// 64 ms, too long for a branch predictor to learn.
constexpr std::size_t kPictureSamples = 6400;
constexpr std::uint32_t kPicturesPerSecond = 20;

struct LimitsOptions {
  std::uint64_t devices = 64;
  std::uint64_t rounds = 15;
  Duration seconds = 2s;
  std::string json;
};

/// A content, the number of devices that show it, and one value per round: CPU time without and with limits, in
/// percent of a core for each device, and changes by limits per sample.
struct LimitedContent {
  std::uint64_t devices;
  const char* name;
  std::vector<LaserSample> picture;
  std::vector<double> without, with, limited;
};

/// Every content, shown by one device and by `most` devices. Those share one thread, and the cost of its
/// wake-ups.
std::vector<LimitedContent> limited_contents(std::uint64_t most) {
  std::vector<LimitedContent> contents;
  for (const std::uint64_t devices : {std::uint64_t{1}, most}) {
    contents.push_back({devices, "calm", calm_samples(kPictureSamples), {}, {}, {}});
    contents.push_back({devices, "noise", sample_pattern(kPictureSamples), {}, {}, {}});
    contents.push_back({devices, "far dots", far_dots(kPictureSamples), {}, {}, {}});
    contents.push_back({devices, "standing beam", standing_beam(kPictureSamples), {}, {}, {}});
    if (most == 1) break;
  }
  return contents;
}

void add_limits_round(LimitedContent& content, const LimitsOptions& options) {
  DeviceFanOutOptions fan{.devices = content.devices,
                          .pictures_per_second = kPicturesPerSecond,
                          .measured = options.seconds,
                          .format = wire::SampleFormat::Xyrgb16,
                          .picture = content.picture};
  const auto each = [&](double percent) { return percent / static_cast<double>(content.devices); };
  content.without.push_back(each(run_device_fan_out(fan).processor_percent));
  fan.output.limits = all_limits();
  const DeviceFanOutResult limited = run_device_fan_out(fan);
  content.with.push_back(each(limited.processor_percent));
  content.limited.push_back(static_cast<double>(limited.limited) / static_cast<double>(limited.samples));
}

int run_limits(const LimitsOptions& options) {
  auto contents = limited_contents(options.devices);
  cli::StatusLine status;
  for (std::uint64_t round = 0; round < options.rounds; ++round)
    for (LimitedContent& content : contents) {
      status.show(fmt::format("round {} of {}: {}", round + 1, options.rounds, content.name));
      add_limits_round(content, options);
    }
  Table table(
      {"devices", "content", "without, % of a core", "with all limits, % of a core", "changes per sample"});
  std::vector<Criterion> criteria;
  for (const LimitedContent& content : contents) {
    table.add({std::to_string(content.devices), content.name, text_of(spread_of(content.without)),
               text_of(spread_of(content.with)), text_of(spread_of(content.limited))});
    criteria.push_back({fmt::format("CPU with all limits / without, {} of {}", content.name, content.devices),
                        ratio(content.with, content.without), Criterion::Relation::AtMost, kMostWithLimits});
  }
  fmt::print("Devices at 100 kHz on one tick thread, xyrgb16, {} rounds of {} s each, in turns.\n\n{}\n{}",
             options.rounds, in_seconds(options.seconds), table.text(), table_of(criteria));
  write_results(options.json, "limits",
                {{"devices", options.devices}, {"rounds", options.rounds}, {"criteria", to_json(criteria)}});
  return cli::kOk;
}

}  // namespace

void add_limits(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<LimitsOptions>();
  const cli::CommandLine command =
      app.add_subcommand("limits", "Devices with all output limits, beside the same without");
  command.add_count("--devices", options->devices, 1, 1000, "at a time, beside one on its own [64]");
  command.add_count("--rounds", options->rounds, 1, 1000, "of each [15]");
  command.add_duration("--duration,-d", options->seconds, "measured per round [2s]");
  add_results_option(command, options->json);
  command.callback([options, &run] { run = [options] { return run_limits(*options); }; });
}

}  // namespace idn::bench
