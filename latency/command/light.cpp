// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "cli/failure.hpp"
#include "latency/command/commands.hpp"
#include "latency/light/light_recording.hpp"
#include "latency/report/light.hpp"

namespace idn::latency {
namespace {

struct LightCommand {
  std::string path;
  std::size_t trigger = 1;
  std::size_t light = 2;
  LightOptions measurement;
  bool json = false;
  bool each = false;
};

constexpr const char* kLightManual = R"(
A sound card records the trigger, a pulse, on one channel, and a photodiode in the beam on the other one. The time of
each is its rising edge, at 50 % between its two levels. The inputs must be DC-coupled; those of most sound cards are
not, those of measurement cards are. Triggers without light, and triggers while light is on, are reported separately.

Exit codes
  0  every trigger has its light
  1  some have none, or there is no trigger
)";

int run_light(const LightCommand& options) {
  const LightRecording file = read_light_recording(options.path, options.trigger - 1, options.light - 1);
  LightOptions measurement = options.measurement;
  measurement.sample_rate = file.sample_rate;
  const auto result = find_light(file.trigger, file.light, measurement);
  fmt::print("{}", options.json ? light_json(result, file.sample_rate, options.each) : light_text(result));
  return result.triggers == 0 || result.latencies.size() < result.triggers ? cli::kFindings : cli::kOk;
}

}  // namespace

void add_light(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<LightCommand>();
  const cli::CommandLine command =
      app.add_subcommand("light", "Measure trigger-to-light latency from a sound recording");
  command.add_option("take", options->path, "a sound file with both channels, such as take.wav")
      .type_name("FILE")
      .required();
  command.add_count("--trigger", options->trigger, 1, 256, "channel of the trigger [1]");
  command.add_count("--light", options->light, 1, 256, "channel of the photodiode [2]");
  command.add_duration("--longest", options->measurement.longest,
                       "longest latency; later light does not count [500ms]");
  command.add_flag("--json", options->json, "one JSON object");
  command.add_flag("--each", options->each, "--json: with the latency of each trigger");
  command.footer(kLightManual);
  command.callback([options, &run] { run = [options] { return run_light(*options); }; });
}

}  // namespace idn::latency
