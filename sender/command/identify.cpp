// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <array>
#include <memory>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/text.hpp"
#include "sender/command/commands.hpp"
#include "sender/command/pattern_options.hpp"
#include "sender/scan/interface_option.hpp"
#include "sender/session.hpp"
#include "venue/venue.hpp"

namespace idn::sender {
namespace {

struct IdentifyOptions {
  std::vector<std::string> targets;
  Duration duration = std::chrono::seconds(30);
  double brightness = 0.1;
  LoopOptions loop;
};

struct NamedColour {
  const char* name;
  const char* hex;
};

/// Each projector has another one, as long as there are enough.
constexpr std::array kColours{NamedColour{"green", "00ff00"}, NamedColour{"red", "ff0000"},
                              NamedColour{"blue", "0000ff"},  NamedColour{"yellow", "ffff00"},
                              NamedColour{"cyan", "00ffff"},  NamedColour{"magenta", "ff00ff"},
                              NamedColour{"white", "ffffff"}};
/// Slow and small, for any scanners.
constexpr double kScannersKpps = 8, kSize = 0.2;

constexpr const char* kIdentifyManual = R"(
Draws a small, dim circle, as slowly as weak scanners need it, with each projector in a colour of its own, and tells
which is which. A projector that dims by the intensity alone shows it at full light. Without a TARGET: all projectors of the venue file. The light is on for as long as it runs.
)";

StreamPlan plan_of(const std::string& target, const NamedColour& colour, const IdentifyOptions& identify,
                   const Venue& venue) {
  StreamOptions options;
  options.target = target;
  options.given.brightness = identify.brightness * venue.find(target).settings.brightness;
  options.moves.scanner_kpps = kScannersKpps;
  options.duration = identify.duration;
  complete(options, venue);
  const SampleRate rate{static_cast<std::uint32_t>(options.rate)};
  StreamPlan plan =
      make_plan(std::make_unique<picture::SinglePicture>(
                    draw({.name = "circle", .size = kSize, .colour = colour.hex}, rate, options.moves)),
                {.per_second = 0, .repeat = 0}, options);
  plan.title = std::string(colour.name) + " circle";
  return plan;
}

int identify(const IdentifyOptions& options) {
  const Venue venue = venue_of(options.loop);
  std::vector<std::string> targets = options.targets;
  if (targets.empty())
    for (const Projector& projector : venue.projectors) targets.push_back(projector.shown_name());
  if (targets.empty())
    throw cli::Failure(
        cli::kUsage,
        "name a TARGET, as there is no venue file that lists projectors; idn_sender scan finds some");
  std::vector<StreamPlan> plans;
  for (const std::string& target : targets)
    plans.push_back(plan_of(target, kColours[plans.size() % kColours.size()], options, venue));
  return stream(std::move(plans), options.loop);
}

}  // namespace

void add_identify(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<IdentifyOptions>();
  options->loop.wait_for_units = Duration{0};
  const cli::CommandLine command =
      app.add_subcommand("identify", "Show which projector is which, by dim circles in colours");
  command.add_option("TARGET", options->targets, "projectors, as for --target of play");
  command.add_duration("--duration,-d", options->duration, "how long [30s]");
  add_brightness_option(
      command, "--brightness", [options](double share) { options->brightness = share; },
      "factor of all colours, beside that of the venue file: 50% or 0.5 [10%]");
  command.add_option("--venue", options->loop.venue_file, kVenueOption).type_name("FILE");
  add_interface_option(command, options->loop.interfaces);
  command.add_flag("--json", options->loop.status.as_json, "one JSON object per second on standard output");
  command.footer(kIdentifyManual);
  command.callback([options, &run] { run = [options] { return identify(*options); }; });
}

}  // namespace idn::sender
