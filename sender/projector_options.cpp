// SPDX-License-Identifier: MIT
#include "sender/projector_options.hpp"

#include "cli/failure.hpp"
#include "cli/text.hpp"
#include "idn/dscp.hpp"
#include "idn/output/output_limits.hpp"
#include "sender/sample_codec_option.hpp"
#include "sender/stream_options.hpp"
#include "venue/venue.hpp"

namespace idn::sender {
namespace {

/// "90", in degrees.
std::optional<double> parse_rotation(std::string_view text) {
  const auto degrees = cli::parse_number(text);
  return degrees && *degrees >= -360 && *degrees <= 360 ? degrees : std::nullopt;
}

std::optional<double> parse_scale(std::string_view text) {
  const auto factor = cli::parse_number(text);
  return factor && *factor >= 0.001 && *factor <= 100 ? factor : std::nullopt;
}

/// What the command line says goes before the venue.
void replace(ProjectorSettings& settings, const ProjectorOptions& given) {
  settings.orientation.mirror_x = settings.orientation.mirror_x || given.mirror_x;
  settings.orientation.mirror_y = settings.orientation.mirror_y || given.mirror_y;
  settings.orientation.rotate_degrees = given.rotate_degrees.value_or(settings.orientation.rotate_degrees);
  settings.orientation.scale = given.scale.value_or(settings.orientation.scale);
  settings.brightness = given.brightness.value_or(settings.brightness);
}

/// "Left, Right": those that fit into a line.
std::string names_of(const Venue& venue) {
  constexpr std::size_t kMost = 8;
  std::string names;
  for (std::size_t i = 0; i < venue.projectors.size() && i < kMost; ++i)
    names += (i == 0 ? "" : ", ") + cli::printable(venue.projectors[i].shown_name());
  return names + (venue.projectors.size() > kMost ? " ..." : "");
}

void apply_limits(StreamOptions& options, output::OutputLimits& limits, const std::string& venue_file) {
  if (limits.any()) options.limits_in_force.push_back({venue_file, limits.acts()});
  const std::string& file = options.given.limits_file;
  if (file.empty()) return;
  const auto loaded = output::load_limits(file);
  if (!loaded) throw cli::Failure(cli::kEnvironment, "--limits " + loaded.error().message());
  if (loaded->any()) options.limits_in_force.push_back({file, loaded->acts()});
  limits = output::tightest(limits, *loaded);
}

}  // namespace

cli::Option add_brightness_option(const cli::CommandLine& command, const std::string& names,
                                  const std::function<void(double)>& take, const std::string& description) {
  return command
      .add_parsed(names, cli::parse_share, take, "a share from 0% to 100%, or a number from 0 to 1",
                  description)
      .type_name("SHARE");
}

void add_projector_options(const cli::CommandLine& command, ProjectorOptions& o) {
  constexpr char kHeading[] = "The projector, in place of what the venue file says";
  command
      .add_option(
          "--rate,-r",
          [&o](const std::string& text) { o.rate = cli::read_count("--rate", text, 1, SampleRate::kMax); },
          "samples per second [the venue file's, or 30k]")
      .type_name("N")
      .group(kHeading);
  command
      .add_option(
          "--format,-f",
          [&o](const std::string& text) {
            const auto codec = parse_sample_codec(text);
            if (!codec) throw cli::wrong_value("--format", codec.error());
            o.format = *codec;
          },
          fmt::format("{} [the venue file's, or {}]", kCodecNames, to_string(wire::kUsualFormat)))
      .type_name("FORMAT")
      .group(kHeading);
  command
      .add_parsed(
          "--dscp", dscp_from, [&o](std::uint8_t dscp) { o.dscp = dscp; },
          "a name such as EF, AF41, CS5 or DF, or a number from 0 to 63",
          "mark of the datagrams for switches, routers and access points, by which those that are set up for "
          "it "
          "send them first; not on Windows [the venue file's, or DF: not marked]")
      .type_name("NAME|NUMBER")
      .group(kHeading);
  add_brightness_option(
      command, "--brightness", [&o](double share) { o.brightness = share; },
      "factor of all colours: 50% or 0.5 [the venue file's, or 100%]")
      .group(kHeading);
  command.add_flag("--mirror-x", o.mirror_x, "swap left and right").group(kHeading);
  command.add_flag("--mirror-y", o.mirror_y, "swap top and bottom").group(kHeading);
  command
      .add_parsed(
          "--rotate", parse_rotation, [&o](double degrees) { o.rotate_degrees = degrees; },
          "an angle from -360 to 360", "turn the picture counterclockwise, in degrees [the venue file's, or 0]")
      .type_name("DEGREES")
      .group(kHeading);
  command
      .add_parsed(
          "--scale", parse_scale, [&o](double factor) { o.scale = factor; }, "a factor from 0.001 to 100",
          "size of the picture [the venue file's, or 1]")
      .type_name("FACTOR")
      .group(kHeading);
  command.fold("the projector", {"--format", "--dscp", "--mirror-y"});
  command
      .add_option("--limits", o.limits_file,
                  "TOML file with limits of the output, beside those of the venue file and of "
                  "/etc/idn/limits.toml: the strictest hold; see docs/output.md")
      .type_name("FILE")
      .group(kHeading);
}

Venue venue_of(const LoopOptions& options) {
  auto venue = load_venue(options.venue_file);
  if (!venue) throw cli::Failure(cli::kUsage, venue.error());
  return *std::move(venue);
}

void complete(StreamOptions& options, const Venue& venue) {
  Projector projector = venue.find(options.target);
  if (!venue.projectors.empty() && venue.listed(options.target) == nullptr)
    fmt::print(stderr,
               "idn_sender: {} is none of the projectors in {} ({}); it gets what stands there for all\n",
               cli::printable(options.target), venue.file, names_of(venue));
  replace(projector.settings, options.given);
  options.projector = cli::printable(projector.shown_name());
  if (!options.moves.has_scanners) options.moves.scanner_kpps = projector.settings.scanner_kpps;
  options.target = projector.target;
  options.rate = options.given.rate.value_or(projector.settings.rate);
  options.format = options.given.format.value_or(projector.settings.format);
  options.dscp = options.given.dscp.value_or(projector.settings.dscp);
  options.output = projector.settings.output();
  apply_limits(options, options.output.limits, venue.file);
  if (const auto problem = output::problem_in(options.output))
    throw cli::Failure(cli::kUsage, fmt::format("{}: {}", options.projector, *problem));
}

}  // namespace idn::sender
