// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <sstream>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "sender/bandwidth.hpp"
#include "sender/command/commands.hpp"
#include "sender/session.hpp"
#include "venue/venue.hpp"

namespace idn::sender {
namespace {

constexpr const char* kFooter = R"(
Each line of FILE is a play, pattern, osc or live --shared command with its options; # begins a comment. Quote arguments
that contain spaces. Files are looked for in the folder of FILE. All streams begin together, each with its own target, rate, format and content. Options of the
loop (--wait, --cpu, --json ...) go after idn_sender show, not into FILE:
  # left and right
  play intro.ild --target 10.0.0.11 --rate 60k --repeat 0
  pattern circle --target Left --format xyrgb16
  live --shared /tmp/dancer --target 10.0.0.13
)";

struct ShowOptions {
  std::string path;
  LoopOptions loop;
  bool is_dry_run = false;
};

StreamPlan read_plan(const std::string& where, const std::string& text, const std::filesystem::path& folder,
                     const Venue& venue) {
  cli::Program line("show", "", cli::Help::None);
  line.require_subcommand();
  std::function<StreamPlan()> plan_of_line;
  const StreamContext context{
      .on_chosen =
          [&](std::shared_ptr<StreamOptions> options, std::function<StreamPlan()> command) {
            std::string& limits = options->given.limits_file;
            if (!limits.empty()) limits = (folder / limits).string();
            plan_of_line = [&venue, options, command] {
              complete(*options, venue);
              return command();
            };
          },
      .folder = folder};
  add_play(line, context);
  add_pattern(line, context);
  add_live(line, context);
  add_osc(line, context);
  line.parse_line(where, text);
  try {
    return plan_of_line();
  } catch (const cli::Failure& failure) {
    throw cli::Failure(failure.code(), fmt::format("{}: {}", where, failure.what()));
  }
}

/// The line up to a # outside of quotes. Throws cli::Failure for an unterminated quote.
std::string without_comment(const std::string& where, const std::string& line) {
  char quote = 0;
  std::size_t end = 0;
  for (; end < line.size() && (quote != 0 || line[end] != '#'); ++end) {
    const char c = line[end];
    if (c != '"' && c != '\'') continue;
    if (quote == 0)
      quote = c;
    else if (quote == c)
      quote = 0;
  }
  if (quote != 0)
    throw cli::Failure(cli::kUsage, fmt::format("{}: unterminated {} quote; close it", where, quote));
  return line.substr(0, end);
}

/// Prints what the streams of a show take of a link.
int plan_bandwidth(const std::vector<StreamPlan>& plans, const LoopOptions& loop) {
  std::vector<StreamLoad> loads;
  std::ranges::transform(plans, std::back_inserter(loads), load_of);
  const auto links = links_of(plans);
  fmt::print("{}", loop.status.as_json ? bandwidth_json(loads, links) : bandwidth_text(loads, links));
  return cli::kOk;
}

std::vector<StreamPlan> read_plans(const std::string& path, const Venue& venue) {
  std::istringstream file(
      cli::read_whole_file(path, "give a file with a play, pattern or live command on each line"));
  std::vector<StreamPlan> plans;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    const std::string where = fmt::format("{}:{}", path, ++number);
    line = without_comment(where, line);
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    plans.push_back(read_plan(where, line, std::filesystem::path(path).parent_path(), venue));
  }
  if (plans.empty())
    throw cli::Failure(
        cli::kUsage,
        fmt::format("{}: contains no commands; write a play, pattern or live command on each line", path));
  return plans;
}

}  // namespace

void add_show(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<ShowOptions>();
  options->loop.wait_for_units = Duration{0};  // one projector that is off does not stop the show
  const cli::CommandLine command = app.add_subcommand("show", "Stream to several projectors at once");
  command.add_option("FILE", options->path, "one stream per line").required();
  command.add_count(
      "--loops", options->loop.loops, 1, 64,
      "number of sending loops, one thread each, that share the streams; --cpu binds them to processors [1]");
  command.add_duration("--duration,-d", options->loop.duration, "stop all after this time, for example 10s");
  command.add_flag("--dry-run", options->is_dry_run,
                   "send nothing: check FILE, and print what the streams take of a link and how many more fit");
  add_loop_options(command, options->loop);
  command.footer(kFooter);
  command.callback([options, &run] {
    run = [options] {
      const Venue venue = venue_of(options->loop);
      auto plans = read_plans(options->path, venue);
      if (options->is_dry_run) return plan_bandwidth(plans, options->loop);
      return stream(std::move(plans), options->loop);
    };
  });
}

}  // namespace idn::sender
