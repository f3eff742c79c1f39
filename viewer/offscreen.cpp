// SPDX-License-Identifier: MIT
#include "viewer/offscreen.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <functional>

#include "cli/failure.hpp"
#include "viewer/model/output/film.hpp"
#include "viewer/model/picture/heat_map.hpp"
#include "viewer/model/picture/wall.hpp"
#include "viewer/termination_signals.hpp"

namespace idn::viewer {
namespace {

using OnPicture = std::function<void(std::size_t number, const PictureView&)>;

/// Thrown on a signal, so that destructors remove incomplete files.
struct EndedBySignal {
  int number;
};

/// The streams and the range of time that the options select.
class Selection {
 public:
  Selection(const Options& options, const Recording& recording)
      : options_(options), begin_(recording.begin()), end_(recording.end()) {
    const auto& streams = recording.streams();
    if (options.stream && (*options.stream < 1 || *options.stream > streams.size()))
      throw cli::Failure(cli::kUsage, fmt::format("--stream {}: {} has {} of them; choose one from 1 on",
                                                  *options.stream, options.file, streams.size()));
    for (std::size_t i = 0; i < streams.size(); ++i)
      if (!options.stream || *options.stream == i + 1) shown_.push_back(streams[i].get());
  }

  std::span<const Stream* const> streams() const noexcept { return shown_; }
  TimePoint from() const { return moment("--from", options_.from); }
  TimePoint to() const { return options_.to ? std::min(begin_ + *options_.to, end_) : end_; }

  void render() const {
    auto wall = make_wall();
    const auto pixels = options_.heat_map ? heat() : wall.show(image_time());
    write_png(options_.render, view(pixels));
  }

  /// Renders pictures at equal intervals from from() to to(). Throws EndedBySignal.
  void each_picture(TerminationSignals& signals, const OnPicture& on_picture) const {
    auto wall = make_wall();
    std::size_t number = 0;
    for (const TimePoint time : picture_times(from(), to(), options_.pictures_per_second)) {
      if (const int signal = signals.poll(); signal != 0) throw EndedBySignal{signal};
      on_picture(number++, view(wall.show(time)));
    }
  }

 private:
  TimePoint moment(const char* option, Duration time) const {
    if (begin_ + time <= end_) return begin_ + time;
    throw cli::Failure(cli::kUsage,
                       fmt::format("{} {:.3f}s: {} ends after {:.3f} s; choose an earlier time", option,
                                   in_seconds(time), options_.file, in_seconds(end_ - begin_)));
  }

  TimePoint image_time() const {
    return options_.at ? moment("--at", *options_.at) : std::min(begin_ + kDefaultImageTime, end_);
  }

  Wall make_wall() const {
    std::vector<Wall::Tile> tiles;
    for (const auto* stream : shown_) tiles.push_back(Wall::Tile::of(*stream));
    return Wall(options_.picture, tiles);
  }

  std::span<const std::uint32_t> heat() const {
    if (shown_.size() > 1)
      throw cli::Failure(cli::kUsage, fmt::format("--heat: {} has {} streams; choose one with --stream",
                                                  options_.file, shown_.size()));
    heat_ = HeatMap(shown_.front()->timeline, from(), to(), options_.picture).picture(options_.picture);
    return heat_;
  }

  PictureView view(std::span<const std::uint32_t> pixels) const {
    return {options_.picture.width, options_.picture.height, pixels};
  }

  const Options& options_;
  TimePoint begin_, end_;
  std::vector<const Stream*> shown_;
  mutable std::vector<std::uint32_t> heat_;
};

void render_frames(const Options& options, const Selection& selection) {
  std::error_code error;
  std::filesystem::create_directories(options.render_frames, error);
  if (error)
    throw cli::Failure(cli::kEnvironment, fmt::format("{}: {}; choose another folder with --render-frames",
                                                      options.render_frames, error.message()));
  TerminationSignals signals;
  selection.each_picture(signals, [&](std::size_t number, const PictureView& picture) {
    const auto path = std::filesystem::path(options.render_frames) / fmt::format("{:06}.png", number);
    if (std::filesystem::equivalent(path, options.file, error))
      throw cli::Failure(
          cli::kUsage,
          fmt::format("{} is what is shown; choose another folder with --render-frames", path.string()));
    write_png(path.string(), picture);
  });
}

void render_film(const Options& options, const Selection& selection) {
  TerminationSignals signals;
  Film film(options.film, options.picture.width, options.picture.height, options.pictures_per_second);
  selection.each_picture(signals, [&](std::size_t, const PictureView& picture) { film.add(picture); });
  film.finish();
}

void print_hottest(const Options& options, const Selection& selection) {
  for (const Stream* stream : selection.streams()) {
    const HeatMap map(stream->timeline, selection.from(), selection.to(), options.picture);
    const auto spot = map.hottest();
    fmt::print("{}: {}\n", stream->name, spot ? "hottest spot at " + to_string(*spot) : "all dark");
  }
}

}  // namespace

int run_offscreen(const Options& options) try {
  const Recording recording = open_file(options.file, options.source);
  for (const auto& note : recording.notes) fmt::print(stderr, "idn_viewer: {}: {}\n", options.file, note);
  const Selection selection(options, recording);
  if (!options.render.empty()) selection.render();
  if (!options.render_frames.empty()) render_frames(options, selection);
  if (!options.film.empty()) render_film(options, selection);
  if (options.hottest) print_hottest(options, selection);
  return recording.notes.empty() ? cli::kOk : cli::kFindings;
} catch (const EndedBySignal& end) {
  return 128 + end.number;
}

}  // namespace idn::viewer
