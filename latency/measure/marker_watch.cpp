// SPDX-License-Identifier: MIT
#include "latency/measure/marker_watch.hpp"

#include <algorithm>
#include <utility>

#include "idn/time.hpp"

namespace idn::latency {
namespace {

Duration part_of(Duration length, std::size_t samples, std::size_t of) {
  return of == 0 ? Duration{0} : length * static_cast<Duration::rep>(samples) / static_cast<Duration::rep>(of);
}

/// A frame is drawn repeatedly, but has one timestamp; continuity between frames means nothing.
bool is_frame(const stream::SampleChunk& chunk) {
  return chunk.mode == wire::ServiceMode::GraphicDiscrete;
}

}  // namespace

void MarkerWatch::on_datagram(const stream::DatagramReport& report) {
  if (report.kind != stream::DatagramKind::Realtime) return;
  ++datagrams_;
  if (report.laser() != nullptr) take(*report.laser(), report.header.sequence);
}

void MarkerWatch::take(const stream::SampleChunk& chunk, std::uint16_t sequence) {
  if (is_frame(chunk) || chunk.placement.is_discontinuous()) finder_.restart();
  note_axis(chunk);
  Chunk& kept = chunks_[chunk_count_++ % kChunksKept];
  kept = {.begin = finder_.position(),
          .samples = chunk.samples.size(),
          .length = std::chrono::microseconds(chunk.duration_us),
          .datagram = {.sequence = sequence,
                       .axis = earliest_.size() - 1,
                       .media = std::chrono::microseconds(chunk.media_us),
                       .arrived = chunk.arrival},
          .playout = chunk.playout};
  std::vector<std::uint16_t> indices;
  for (const LaserSample& sample : chunk.samples) {
    const auto found = finder_.look(sample);
    if (found && found->is_index) indices.push_back(found->number);
    if (found && !found->is_index) resolve(*found);
  }
  is_frame(chunk) ? count_picture(chunk, indices) : count_light(chunk);
  lit_samples_ += static_cast<std::uint64_t>(
      std::ranges::count_if(chunk.samples, [](const LaserSample& sample) { return !sample.is_dark(); }));
}

void MarkerWatch::note_axis(const stream::SampleChunk& chunk) {
  const bool begins = earliest_.empty() || (!is_frame(chunk) && chunk.placement.is_discontinuous());
  const Duration behind = chunk.arrival.time_since_epoch() - std::chrono::microseconds(chunk.media_us);
  if (begins)
    earliest_.push_back(behind);
  else
    earliest_.back() = std::min(earliest_.back(), behind);
}

/// The dark end of a stream is no missing light: dark time counts only when light follows.
void MarkerWatch::count_light(const stream::SampleChunk& chunk) {
  const Duration length = std::chrono::microseconds(chunk.duration_us);
  const auto lit = static_cast<std::size_t>(
      std::ranges::count_if(chunk.samples, [](const LaserSample& sample) { return !sample.is_dark(); }));
  const bool began = light_.due > Duration{0};
  if (began && chunk.placement.continuity == stream::ChunkContinuity::Gap)
    pending_due_ += std::chrono::microseconds(std::max<std::int64_t>(chunk.placement.gap_us, 0));
  if (!began && lit == 0) return;
  const Duration late = std::clamp(chunk.arrival - chunk.playout, Duration{0}, length);
  pending_due_ += began ? length : part_of(length, lit, chunk.samples.size());
  if (lit == 0) return;
  light_.due += std::exchange(pending_due_, Duration{0});
  light_.lit += std::max(part_of(length, lit, chunk.samples.size()) - late, Duration{0});
}

/// @param indices that the frame has: twice the same, or none where pictures have no index
void MarkerWatch::count_picture(const stream::SampleChunk& chunk,
                                std::span<const std::uint16_t> indices) noexcept {
  if (indices.empty()) return;
  if (indices.size() != 2 || indices[0] != indices[1]) {
    ++pictures_.torn;
    return;
  }
  const Picture picture{indices[0], chunk.playout, std::chrono::microseconds(chunk.duration_us)};
  const auto before = std::exchange(picture_, picture);
  if (!before || before->length <= Duration{0}) return;
  // A pass that has begun is drawn to its end.
  const auto passes =
      std::max<Duration::rep>((picture.since - before->since + before->length / 2) / before->length, 1);
  const auto step = static_cast<std::uint16_t>(picture.index - before->index);
  pictures_.shown += static_cast<std::uint64_t>(passes);
  pictures_.repeated += static_cast<std::uint64_t>(step == 0 ? passes : passes - 1);
  if (step > 1) pictures_.skipped += step - 1U;
}

void MarkerWatch::resolve(const MarkerFinder::Found& found) {
  for (const Chunk& chunk : chunks_) {
    if (found.begin < chunk.begin || found.begin - chunk.begin >= chunk.samples) continue;
    SeenMarker marker = chunk.datagram;
    marker.number = found.number;
    marker.shown = chunk.playout +
                   part_of(chunk.length, static_cast<std::size_t>(found.begin - chunk.begin), chunk.samples);
    marker.in_time = marker.shown >= marker.arrived;
    seen_.push_back(marker);
    return;
  }
}

}  // namespace idn::latency
