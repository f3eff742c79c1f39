// SPDX-License-Identifier: MIT
#include "venue/venue.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <memory>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "cli/text.hpp"
#include "idn/dscp.hpp"
#include "idn/io/find/discovery.hpp"
#include "sender/command/commands.hpp"
#include "venue/shown_name.hpp"

namespace idn::sender {
namespace {

struct VenueOptions {
  std::string file;
  bool replaces = false;
  bool adds = false;
  bool only_names = false;
};

constexpr const char* kVenueManual = R"(
Without a command it prints the file that is in force, and the projectors in it. docs/venue.md explains the keys.

Exit codes
  0  done
  1  init: no projector answers, so nothing is written
  2  usage, or a mistake in the file
  3  the file exists already, or cannot be written
)";

std::string first_place() {
  const auto paths = venue_paths();
  if (paths.empty())
    throw cli::Failure(cli::kEnvironment, "this system has no folder for settings; name a FILE");
  return paths.front();
}

/// With names that are printable before they are told apart: two may differ only in what is not.
std::vector<FoundProjector> named_projectors(const stream::UnitList& found) {
  auto projectors = found_projectors(found);
  for (FoundProjector& projector : projectors) projector.name = cli::printable(projector.name);
  tell_apart(projectors);
  return projectors;
}

/// As a string of TOML; names come from the network.
std::string quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char letter : cli::printable(text)) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + '"';
}

std::string entries_of(const std::vector<FoundProjector>& projectors) {
  std::string text;
  for (const FoundProjector& projector : projectors)
    text += fmt::format(
        "\n[[projector]]\n"
        "name = {}\n"
        "target = {}\n"
        "# mirror_x = true\n"
        "# rotate = 90\n"
        "# scale = 0.9\n",
        quoted(projector.name), quoted(projector.target));
  return text;
}

std::string text_of(const std::vector<FoundProjector>& projectors) {
  return "# The projectors of this place, for idn_sender, plug-ins and bridges: docs/venue.md has all keys.\n"
         "# What stands above the first [[projector]] is for all of them.\n"
         "rate = 30000        # samples per second; not above what the scanners bear\n"
         "scanners = 30       # their class in kpps; slower ones get more time for blanked moves\n"
         "brightness = 1.0    # 0 to 1\n"
         "\n"
         "# [limits.brightness]\n"
         "# most = 0.5\n" +
         entries_of(projectors);
}

/// The file with those behind it that it does not list yet; these stay in `projectors`.
std::string completed(const std::string& path, std::vector<FoundProjector>& projectors) {
  const auto venue = load_venue(path);
  if (!venue) throw cli::Failure(cli::kUsage, venue.error());
  std::erase_if(projectors, [&](const auto& found) { return venue->listed(found.target) != nullptr; });
  for (FoundProjector& found : projectors)
    if (venue->listed(found.name) != nullptr) found.name = name_with_target(found.name, found.target);
  std::string text = cli::read_whole_file(path, "give a venue file");
  if (!text.ends_with('\n')) text += '\n';
  return text + entries_of(projectors);
}

int write_venue(const VenueOptions& options) {
  const std::filesystem::path path = options.file.empty() ? first_place() : options.file;
  std::error_code error;
  const bool is_there = std::filesystem::exists(path, error);
  if (is_there && !options.replaces && !options.adds)
    throw cli::Failure(cli::kEnvironment,
                       fmt::format("{}: exists already; --add adds the projectors that are not in "
                                   "it, --replace writes a new one",
                                   path.string()));
  auto projectors = named_projectors(io::discover(io::DiscoveryOptions{}).found.told_apart());
  if (projectors.empty())
    throw cli::Failure(
        cli::kFindings,
        "no projector answers, so nothing is written; switch them on, check cables and network, or "
        "see what idn_sender scan finds");
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  const std::string text =
      is_there && options.adds ? completed(path.string(), projectors) : text_of(projectors);
  if (is_there && options.replaces) {
    const std::string former = cli::read_whole_file(path.string(), "give a venue file");
    cli::write_file_atomically(path.string() + ".old", std::as_bytes(std::span(former)));
    fmt::print("{} is the former one\n", path.string() + ".old");
  }
  cli::write_file_atomically(path.string(), std::as_bytes(std::span(text)));
  fmt::print("{}\n", path.string());
  for (const FoundProjector& projector : projectors)
    fmt::print("  {}  {}\n", cli::printable(projector.name), projector.target);
  return cli::kOk;
}

std::string described(const ProjectorSettings& settings) {
  const output::Orientation& orientation = settings.orientation;
  std::string text = fmt::format("{} samples/s, {}", settings.rate, to_string(settings.format));
  if (orientation.mirror_x) text += ", mirrored in x";
  if (orientation.mirror_y) text += ", mirrored in y";
  if (orientation.rotate_degrees != 0)
    text += fmt::format(", rotated by {:g} degrees", orientation.rotate_degrees);
  if (orientation.keystone != output::Keystone{}) text += ", with a keystone";
  if (orientation.scale != 1) text += fmt::format(", {:g} times the size", orientation.scale);
  if (settings.brightness != 1) text += fmt::format(", brightness {:g} %", 100 * settings.brightness);
  if (settings.dscp != 0) text += ", marked " + dscp_name(settings.dscp);
  if (settings.limits.any()) text += settings.limits.acts() ? ", limited" : ", limits counted";
  return text;
}

int show_venue(const VenueOptions& options) {
  const auto venue = load_venue(options.file);
  if (!venue) throw cli::Failure(cli::kUsage, venue.error());
  if (options.only_names) {
    for (const Projector& projector : venue->projectors)
      fmt::print("{}\n", cli::printable(projector.shown_name()));
    return cli::kOk;
  }
  if (venue->file.empty()) {
    fmt::print("none, so defaults; idn_sender venue init writes one\n");
    return cli::kOk;
  }
  fmt::print("{}\n", venue->file);
  for (const Projector& projector : venue->projectors)
    fmt::print("  {}  {}  {}\n", cli::printable(projector.shown_name()), cli::printable(projector.target),
               described(projector.settings));
  fmt::print("  {}  {}\n", venue->projectors.empty() ? "all" : "others", described(venue->defaults));
  return cli::kOk;
}

}  // namespace

void add_venue(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<VenueOptions>();
  const cli::CommandLine command =
      app.add_subcommand("venue", "Show the venue file, or write one of the projectors that a search finds");
  command.add_option("--venue", options->file, kVenueOption).type_name("FILE");
  command.add_flag("--names", options->only_names, "print only the names of the projectors, one on a line");
  command.footer(kVenueManual);
  command.callback([options, &run] {
    if (!run) run = [options] { return show_venue(*options); };
  });
  const cli::CommandLine first = command.add_subcommand("init", "Search the network and write the file");
  first.add_option("FILE", options->file, "to write [venue.toml in the folder of settings]");
  const cli::Option add =
      first.add_flag("--add", options->adds, "add the projectors that are not in the file to it");
  first.add_flag("--replace", options->replaces, "write a new file; the former one is kept as FILE.old")
      .excludes(add);
  first.callback([options, &run] { run = [options] { return write_venue(*options); }; });
}

}  // namespace idn::sender
