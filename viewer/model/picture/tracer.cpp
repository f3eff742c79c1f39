// SPDX-License-Identifier: MIT
#include "viewer/model/picture/tracer.hpp"

#include <algorithm>
#include <cmath>

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

/// Run-in time before a start. The preset scanners (12k and faster) settle within it.
constexpr Duration kSettling = 5ms;
/// With scanners or a colour shift, the path of a sample is drawn in this many straight segments.
constexpr int kSegmentsPerSample = 4;

Position between(Position from, Position to, double t) {
  return {std::lerp(from.x, to.x, t), std::lerp(from.y, to.y, t)};
}

double share(Duration part, Duration whole) {
  return static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

}  // namespace

Tracer::Tracer(const TracerOptions& options) : options_(options) {
  if (options.scanner)
    scanners_.emplace(Scanners{ScannerAxis(*options.scanner), ScannerAxis(*options.scanner)});
}

void Tracer::trace(const Timeline& timeline, TimePoint from, TimePoint to, const OnStroke& on_stroke) {
  if (timeline.empty()) return;
  // There is nothing to trace before the first chunk.
  from = std::max(from, timeline.begin());
  if (to <= from) return;
  if (reached_ != from) {
    const std::size_t at = timeline.chunk_at(from - kSettling);
    const Chunk& start = timeline.chunks()[std::min(at, timeline.chunks().size() - 1)];
    commanded_ = position_of(oriented(start.samples()[start.index_at(from - kSettling)]));
    if (scanners_) scanners_->x.rest_at(commanded_.x), scanners_->y.rest_at(commanded_.y);
    reached_ = from - kSettling;
    run(timeline, *reached_, from, nullptr);
  }
  run(timeline, from, to, &on_stroke);
}

void Tracer::run(const Timeline& timeline, TimePoint from, TimePoint to, const OnStroke* on_stroke) {
  const auto& chunks = timeline.chunks();
  for (std::size_t at = timeline.chunk_at(from); at < chunks.size() && chunks[at].begin < to; ++at) {
    rest(chunks[at].begin - *reached_);
    run(timeline, chunks[at], std::max(from, chunks[at].begin), std::min(to, chunks[at].end()), on_stroke);
  }
  rest(to - *reached_);
  reached_ = std::max(*reached_, to);
}

void Tracer::run(const Timeline& timeline, const Chunk& chunk, TimePoint from, TimePoint to,
                 const OnStroke* on_stroke) {
  const auto samples = chunk.samples();
  const auto& starts = chunk.data->datagram_starts;
  std::size_t index = chunk.index_at(from);
  auto next_start = std::ranges::lower_bound(starts, chunk.first + index);
  for (TimePoint begin = chunk.time_of(index); index < samples.size() && begin < to; ++index) {
    const TimePoint end = chunk.time_of(index + 1);
    const LaserSample sample = oriented(samples[index]);
    const bool starts_datagram = next_start != starts.end() && *next_start == chunk.first + index;
    if (starts_datagram) ++next_start;
    Stroke stroke{.begin = begin, .length = end - begin, .sample = &sample, .commanded = &sample};
    stroke.commanded_from = commanded_;
    stroke.commanded_to = position_of(sample);
    stroke.starts_chunk = index == 0 && begin >= from && !chunk.is_repeat;
    stroke.starts_datagram = starts_datagram && begin >= from && !chunk.is_repeat;
    if (end > begin) move(timeline, stroke, std::max(begin, from), std::min(end, to), on_stroke);
    // A sample that continues after `to` keeps its starting point for the next call.
    if (end <= to) commanded_ = stroke.commanded_to;
    begin = end;
  }
  reached_ = to;
}

/// Emits the strokes of one sample's path between the times `from` and `to`.
void Tracer::move(const Timeline& timeline, Stroke stroke, TimePoint from, TimePoint to,
                  const OnStroke* on_stroke) {
  const Stroke whole = stroke;
  const bool shifts = options_.colour_shift != 0ns;
  const int segments = scanners_ || shifts ? kSegmentsPerSample : 1;
  LaserSample shifted;
  for (int i = 0; i < segments; ++i) {
    const TimePoint begin = std::max(from, whole.begin + whole.length * i / segments);
    const TimePoint end = std::min(to, whole.begin + whole.length * (i + 1) / segments);
    if (end <= begin) continue;
    stroke.begin = begin;
    stroke.length = end - begin;
    stroke.from = stroke.commanded_from =
        between(whole.commanded_from, whole.commanded_to, share(begin - whole.begin, whole.length));
    stroke.to = stroke.commanded_to =
        between(whole.commanded_from, whole.commanded_to, share(end - whole.begin, whole.length));
    if (scanners_) {
      stroke.from = {scanners_->x.position(), scanners_->y.position()};
      stroke.to = {scanners_->x.follow(whole.commanded_to.x, stroke.length),
                   scanners_->y.follow(whole.commanded_to.y, stroke.length)};
    }
    if (shifts && on_stroke != nullptr) {
      shifted = coloured(timeline, *whole.commanded, begin + stroke.length / 2 - options_.colour_shift);
      stroke.sample = &shifted;
    }
    if (on_stroke != nullptr) (*on_stroke)(stroke);
    stroke.starts_chunk = stroke.starts_datagram = false;
  }
}

/// `sample` with the colours that are commanded at the time `at`; blanked if no chunk is shown then.
LaserSample Tracer::coloured(const Timeline& timeline, const LaserSample& sample, TimePoint at) const {
  const std::size_t index = timeline.chunk_at(at);
  if (index == timeline.chunks().size() || timeline.chunks()[index].begin > at) return blanked(sample);
  const Chunk& chunk = timeline.chunks()[index];
  LaserSample made = oriented(chunk.samples()[chunk.index_at(at)]);
  made.x = sample.x;
  made.y = sample.y;
  return made;
}

void Tracer::rest(Duration time) {
  if (time <= 0ns || !scanners_) return;
  scanners_->x.follow(commanded_.x, time);
  scanners_->y.follow(commanded_.y, time);
}

}  // namespace idn::viewer
