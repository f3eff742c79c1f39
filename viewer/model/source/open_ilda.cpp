// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "cli/failure.hpp"
#include "cli/ilda_file.hpp"
#include "viewer/model/source/open_file.hpp"

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

/// The frames are repeated until they last this long.
constexpr Duration kShortest = 10s;
/// Memory limit, about 350 MB.
constexpr std::size_t kMaxIldaSamples = std::size_t{16} << 20;

using Frames = std::vector<std::shared_ptr<const Samples>>;

Frames read_frames(const ilda::File& file, Recording& recording) {
  auto reader = file.reader();
  Frames frames;
  ilda::Frame frame;
  std::size_t samples = 0;
  while (samples < kMaxIldaSamples && reader.next(frame)) {
    auto shown = std::make_shared<Samples>();
    shown->values.resize(frame.points.size());
    std::ranges::transform(frame.points, shown->values.begin(), ilda::to_sample);
    samples += shown->values.size();
    frames.push_back(std::move(shown));
  }
  for (const auto& finding : reader.findings().kept()) recording.notes.push_back(to_string(finding));
  if (samples >= kMaxIldaSamples)
    recording.notes.push_back(fmt::format("only the first {} frames are shown", frames.size()));
  return frames;
}

Duration seconds(double value) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(value));
}

/// Frame k is due at k / pictures_per_second; the time line starts it when the frame before is complete.
void play(const Frames& frames, const FileOptions& options, Timeline& timeline) {
  std::size_t due = 0;
  do {
    for (const auto& frame : frames) {
      const TimePoint begin{seconds(static_cast<double>(due++) / options.pictures_per_second)};
      timeline.play_frame(begin, seconds(static_cast<double>(frame->values.size()) / options.rate.per_second),
                          frame);
    }
  } while (timeline.end() - timeline.begin() < kShortest && timeline.samples() < kMaxIldaSamples);
  timeline.extend(TimePoint(seconds(static_cast<double>(due) / options.pictures_per_second)));
}

}  // namespace

Recording open_ilda(const std::string& path, const FileOptions& options) {
  const ilda::File file = cli::load_ilda(path);
  Recording recording({.timeline = {.samples = 4 * kMaxIldaSamples}, .streams = 1});
  const Frames frames = read_frames(file, recording);
  if (frames.empty())
    throw cli::Failure(cli::kEnvironment,
                       fmt::format("{}: holds no frames{}; give an .ild file with pictures", path,
                                   recording.notes.empty() ? "" : " (" + recording.notes.front() + ")"));
  play(frames, options, recording.add(std::filesystem::path(path).filename().string()).timeline);
  return recording;
}

}  // namespace idn::viewer
