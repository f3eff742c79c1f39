// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/ilda_file.hpp"
#include "cli/text.hpp"
#include "cli/units.hpp"
#include "idn/picture/sequence.hpp"
#include "sender/command/commands.hpp"
#include "sender/source/playlist.hpp"

namespace idn::sender {
namespace {

struct PlayOptions : StreamOptions {
  std::vector<std::string> paths;
  std::uint64_t repeat = 1;
  bool stays = false;
  bool strict = false;
  CueOptions cue{};  ///< of all, unless a playlist says something else
};

/// A third of all files does not mark the last points of its frames, and no picture changes by that.
bool changes_pictures(const ilda::FileFinding& finding) {
  return finding.kind != ilda::FileFindingKind::MissingLastPoint &&
         finding.kind != ilda::FileFindingKind::EarlyLastPoint;
}

/// The first finding that matters, and how many there are beside it.
std::string problems_of(const ilda::Findings& findings, bool strict) {
  const auto kept = findings.kept();
  const auto first = std::ranges::find_if(
      kept, [&](const ilda::FileFinding& finding) { return strict || changes_pictures(finding); });
  if (first == kept.end()) return {};
  if (findings.total() == 1) return to_string(*first);
  return fmt::format("{} (and {} more; see idn_sender list)", to_string(*first), findings.total() - 1);
}

/// One line for the findings in a file. Throws cli::Failure for a file without frames.
void check(const std::string& path, const ilda::Survey& survey, bool strict) {
  const std::string problems = problems_of(survey.findings, strict);
  if (survey.points == 0)
    throw cli::Failure(cli::kEnvironment, fmt::format("{}: has no points to play{}{}", path,
                                                      problems.empty() ? "" : "; ", problems));
  if (problems.empty()) return;
  if (strict)
    throw cli::Failure(cli::kEnvironment, fmt::format("{}: {}; leave out --strict to play it", path, problems));
  fmt::print(stderr, "idn_sender: {}: {}\n", cli::printable(path), problems);
}

/// The pictures of .ild files are drawn for scanners of a class: the distance from point to point is what their
/// mirrors do in one.
void check_rate(const PlayOptions& options) {
  if (static_cast<double>(options.rate) <= options.moves.scanner_kpps * 1000) return;
  fmt::print(stderr,
             "idn_sender: {} samples/s are too fast for scanners of {:g} kpps, which can be damaged; give "
             "--rate {:.0f} or "
             "less, or the class of yours by --scanners or in the venue file\n",
             options.rate, options.moves.scanner_kpps, options.moves.scanner_kpps * 1000);
}

/// Of several files, one of a picture only would be gone within a blink.
constexpr Duration kUsualStill = std::chrono::seconds(5);

CueSequence::Cue cue_of(PlaylistItem item, std::size_t number, const PlayOptions& options, bool is_alone) {
  std::vector<ilda::File> files;
  files.push_back(cli::load_ilda(item.file));
  check(item.file, files.back().survey(), options.strict);
  if (item.options.rate > options.rate)
    throw cli::Failure(cli::kUsage,
                       fmt::format("{}: its rate of {} is above the {} samples/s of the stream; give "
                                   "--rate {} or more",
                                   item.file, item.options.rate, options.rate, item.options.rate));
  std::unique_ptr<picture::Sequence> pictures = std::make_unique<picture::IldaSequence>(std::move(files));
  if (pictures->pictures() == 1 && item.options.time == Duration{0})
    item.options.time = item.options.still.value_or(is_alone || options.fps == 0 ? Duration{0} : kUsualStill);
  item.options.still.reset();
  if (item.name.empty()) item.name = std::filesystem::path(item.file).filename().string();
  if (item.options != CueOptions{}) {
    if (options.fps == 0)
      throw cli::Failure(cli::kUsage,
                         "--fps 0 draws each frame once, so that nothing has a time; leave it out, "
                         "or --still, --fade, --gap and what a playlist says beside names");
    pictures = std::make_unique<TimedPictures>(std::move(pictures), item.options,
                                               StreamRates{options.fps, options.rate}, options.stays);
  }
  return {cli::printable(item.name), std::move(pictures), number};
}

/// A file that cannot be played does not stop a show of others, unless --strict asks for that. Those keep their
/// numbers.
StreamPlan play(const PlayOptions& options) {
  check_rate(options);
  std::vector<PlaylistItem> items;
  for (const std::string& path : options.paths)
    std::ranges::move(playlist_of(path, options.cue), std::back_inserter(items));
  std::vector<CueSequence::Cue> cues;
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    try {
      cues.push_back(cue_of(items[i], i + 1, options, items.size() == 1));
    } catch (const cli::Failure& failure) {
      ++left_out;
      if (options.strict || left_out == items.size() || failure.code() == cli::kUsage) throw;
      fmt::print(stderr, "idn_sender: left out: {}\n", cli::printable(failure.what()));
    }
  }
  // A cue that stays has no number of repetitions.
  StreamPlan plan = make_plan(std::make_unique<CueSequence>(std::move(cues), options.stays),
                              {options.fps, options.stays ? 0 : options.repeat}, options);
  if (left_out > 0) plan.left_out = fmt::format("{} of {} files could not be played", left_out, items.size());
  return plan;
}

}  // namespace

void add_play(const cli::CommandLine& app, const StreamContext& context) {
  const auto options = std::make_shared<PlayOptions>();
  const cli::CommandLine command = app.add_subcommand("play", "Stream the frames of .ild files");
  command
      .add_option("FILE", options->paths,
                  ".ild files, folders of them, or playlists (.toml), played one after the other; for triggers "
                  "they are "
                  "cue 1, 2 ... One that cannot be played is left out, and makes the exit code 1")
      .required()
      .reads_files();
  command.add_number("--fps", options->fps, 0, 1000,
                     "frames per second; each frame is redrawn while its time lasts, "
                     "0: every frame once, as fast as the sample rate draws it (wave mode)");
  command.add_count("--repeat", options->repeat, 0, 1'000'000'000,
                    "how often to play all files; 0: for ever [1]");
  command.add_flag("--stay", options->stays,
                   "play each file again and again until a trigger calls another one; see --on");
  command
      .add_parsed(
          "--still", cli::parse_duration, [options](Duration time) { options->cue.still = time; },
          "a time, as 5s", "how long a file of one picture is shown [of several files: 5s]")
      .type_name("TIME");
  command.add_duration("--fade", options->cue.fade, "each file fades in from darkness, and out to it [0s]",
                       Duration{0});
  command.add_duration("--gap", options->cue.gap, "darkness between two files [0s]", Duration{0});
  command.add_flag("--strict", options->strict, "refuse files that break the ILDA specification");
  command.fold("the files", {"--strict"});
  add_stream_options(command, *options);
  add_move_options(command, options->moves);
  if (context.loop != nullptr) add_loop_options(command, *context.loop);
  command.callback([options, context] {
    for (std::string& path : options->paths) path = (context.folder / path).string();
    context.on_chosen(options, [options] { return play(*options); });
  });
}

}  // namespace idn::sender
