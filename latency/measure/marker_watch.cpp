// SPDX-License-Identifier: MIT
#include "latency/measure/marker_watch.hpp"

#include <algorithm>

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
  for (const LaserSample& sample : chunk.samples)
    if (const auto found = finder_.look(sample)) resolve(*found);
  if (!is_frame(chunk)) count_light(chunk);
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
