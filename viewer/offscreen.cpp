// SPDX-License-Identifier: MIT
#include "viewer/offscreen.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "cli/failure.hpp"
#include "viewer/model/output/film.hpp"
#include "viewer/model/picture/heat_map.hpp"
#include "viewer/model/picture/wall.hpp"
#include "viewer/model/source/capture_parts.hpp"
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
  Selection(const Options& options, CaptureParts& parts) : options_(options), parts_(parts) {}

  std::vector<const Stream*> streams_at(TimePoint time) const {
    const auto& streams = parts_.at(time).streams();
    if (options_.stream && (*options_.stream < 1 || *options_.stream > streams.size()))
      throw cli::Failure(cli::kUsage, fmt::format("--stream {}: {} has {} of them; choose one from 1 on",
                                                  *options_.stream, options_.file, streams.size()));
    std::vector<const Stream*> shown;
    for (std::size_t i = 0; i < streams.size(); ++i)
      if (!options_.stream || *options_.stream == i + 1) shown.push_back(streams[i].get());
    return shown;
  }

  TimePoint from() const { return moment("--from", options_.from); }
  TimePoint to() const {
    const bool is_within = options_.to && parts_.reaches(parts_.begin() + *options_.to);
    return is_within ? parts_.begin() + *options_.to : parts_.end();
  }

  void render() const {
    if (options_.heat_map) return write_png(options_.render, view(heat()));
    const TimePoint time = image_time();
    auto wall = wall_at(time);
    write_png(options_.render, view(wall.show(time)));
  }

  /// Renders pictures at equal intervals from from() to to(). Throws EndedBySignal.
  void each_picture(TerminationSignals& signals, const OnPicture& on_picture) const {
    std::optional<Wall> wall;
    std::size_t number = 0;
    for (const TimePoint time : picture_times(from(), to(), options_.pictures_per_second)) {
      if (const int signal = signals.poll(); signal != 0) throw EndedBySignal{signal};
      if (!wall || !parts_.part().held.contains(time)) wall.emplace(wall_at(time));
      on_picture(number++, view(wall->show(time)));
    }
  }

  /// The heat maps of the streams, with their names.
  std::vector<std::pair<std::string, HeatMap>> heat_maps() const {
    std::vector<std::pair<std::string, HeatMap>> maps;
    const TimePoint end = to();
    TimePoint time = from();
    do {
      const auto streams = streams_at(time + std::chrono::nanoseconds(1));
      const TimePoint next = std::min(parts_.part().held.to, end);
      for (const Stream* const stream : streams) {
        HeatMap map(stream->timeline, time, next, options_.picture);
        const auto known = std::ranges::find(maps, stream->name, [](const auto& named) { return named.first; });
        if (known == maps.end())
          maps.emplace_back(stream->name, std::move(map));
        else
          known->second += map;
      }
      time = next;
    } while (time < end);
    return maps;
  }

 private:
  TimePoint moment(const char* option, Duration time) const {
    const TimePoint begin = parts_.begin();
    if (parts_.reaches(begin + time)) return begin + time;
    throw cli::Failure(cli::kUsage,
                       fmt::format("{} {:.3f}s: {} ends after {:.3f} s; choose an earlier time", option,
                                   in_seconds(time), options_.file, in_seconds(parts_.end() - begin)));
  }

  TimePoint image_time() const {
    return options_.at ? moment("--at", *options_.at)
                       : std::min(parts_.begin() + kDefaultImageTime, parts_.known_end());
  }

  Wall wall_at(TimePoint time) const {
    std::vector<Wall::Tile> tiles;
    for (const auto* stream : streams_at(time)) tiles.push_back(Wall::Tile::of(*stream));
    return Wall(options_.picture, tiles);
  }

  std::span<const std::uint32_t> heat() const {
    const auto maps = heat_maps();
    if (maps.size() > 1)
      throw cli::Failure(cli::kUsage, fmt::format("--heat: {} has {} streams; choose one with --stream",
                                                  options_.file, maps.size()));
    heat_ = maps.front().second.picture(options_.picture);
    return heat_;
  }

  PictureView view(std::span<const std::uint32_t> pixels) const {
    return {options_.picture.width, options_.picture.height, pixels};
  }

  const Options& options_;
  CaptureParts& parts_;
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

void print_hottest(const Selection& selection) {
  for (const auto& [name, map] : selection.heat_maps()) {
    const auto spot = map.hottest();
    fmt::print("{}: {}\n", name, spot ? "hottest spot at " + to_string(*spot) : "all dark");
  }
}

}  // namespace

int run_offscreen(const Options& options) try {
  CaptureParts parts(options.file, options.source);
  const Selection selection(options, parts);
  selection.streams_at(parts.begin());
  if (!options.render.empty()) selection.render();
  if (!options.render_frames.empty()) render_frames(options, selection);
  if (!options.film.empty()) render_film(options, selection);
  if (options.hottest) print_hottest(selection);
  const auto notes = parts.notes();
  for (const auto& note : notes) fmt::print(stderr, "idn_viewer: {}: {}\n", options.file, note);
  return notes.empty() ? cli::kOk : cli::kFindings;
} catch (const EndedBySignal& end) {
  return 128 + end.number;
}

}  // namespace idn::viewer
