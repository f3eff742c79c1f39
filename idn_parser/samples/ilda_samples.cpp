// SPDX-License-Identifier: MIT
#include "idn_parser/samples/ilda_samples.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/failure.hpp"

namespace idn::parser {
namespace {

ilda::Point point_of(const LaserSample& sample) {
  ilda::Point point = ilda::from_sample(sample);
  point.z = sample.z;
  return point;
}

/// Number of the 40 ms frame. Rounds towards negative infinity for negative times.
std::int64_t slice_of(std::int64_t time_us) {
  const std::int64_t cut = time_us / IldaSamples::kFrameMicros;
  return cut - (time_us % IldaSamples::kFrameMicros < 0 ? 1 : 0);
}

}  // namespace

void IldaSamples::take(const ChunkOrigin& origin, const stream::SampleChunk& chunk) {
  samples_ += chunk.samples.size();
  if (samples_ > kMostSamples)
    throw cli::Failure(
        cli::kEnvironment,
        fmt::format("{}: more than {} samples do not fit into one .ild file; cut the capture, or "
                    "choose .csv",
                    path_, kMostSamples));
  const auto projector = static_cast<std::uint8_t>(std::min<std::size_t>(origin.stream - 1, 255));
  if (chunk.mode != wire::ServiceMode::GraphicDiscrete) return add_wave(projector, chunk);
  std::vector<ilda::Point> points(chunk.samples.size());
  std::ranges::transform(chunk.samples, points.begin(), point_of);
  write_frame(projector, points);
}

void IldaSamples::add_wave(std::uint8_t projector, const stream::SampleChunk& chunk) {
  Slice& slice = slices_[projector];
  for (std::size_t i = 0; i < chunk.samples.size(); ++i) {
    const auto time = chunk.media_us + static_cast<std::int64_t>(i * chunk.duration_us / chunk.samples.size());
    if (slice_of(time) != slice.number) {
      write_frame(projector, slice.points);
      slice = {slice_of(time), {}};
    }
    slice.points.push_back(point_of(chunk.samples[i]));
  }
}

void IldaSamples::write_frame(std::uint8_t projector, const std::vector<ilda::Point>& points) {
  const bool has_depth = std::ranges::any_of(points, [](const ilda::Point& point) { return point.z != 0; });
  writer_.add_frame(has_depth ? ilda::Format::TrueColour3d : ilda::Format::TrueColour2d, points,
                    {.projector = projector});
}

void IldaSamples::commit() {
  for (const auto& [projector, slice] : slices_) write_frame(projector, slice.points);
  file_.write(writer_.finish());
  file_.commit();
}

}  // namespace idn::parser
