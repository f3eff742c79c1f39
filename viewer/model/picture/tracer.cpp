// SPDX-License-Identifier: MIT
#include "viewer/model/picture/tracer.hpp"

#include <algorithm>
#include <cmath>

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

/// Scanners of any setup have forgotten by then where they came from.
constexpr Duration kSettling = 5ms;
/// The curve between two samples is drawn in so many straight pieces.
constexpr int kPiecesPerSample = 4;

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
  // Far away from anything there is nothing to follow.
  from = std::max(from, timeline.begin());
  if (to <= from) return;
  if (reached_ != from) {
    const std::size_t at = timeline.chunk_at(from - kSettling);
    const Chunk& start = timeline.chunks()[std::min(at, timeline.chunks().size() - 1)];
    commanded_ = position_of(turned(start.samples()[start.index_at(from - kSettling)]));
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
    const LaserSample sample = turned(samples[index]);
    const bool starts_datagram = next_start != starts.end() && *next_start == chunk.first + index;
    if (starts_datagram) ++next_start;
    Stroke stroke{.begin = begin, .length = end - begin, .sample = &sample, .commanded = &sample};
    stroke.commanded_from = commanded_;
    stroke.commanded_to = position_of(sample);
    stroke.starts_chunk = index == 0 && begin >= from && !chunk.is_repeat;
    stroke.starts_datagram = starts_datagram && begin >= from && !chunk.is_repeat;
    if (end > begin) move(timeline, stroke, std::max(begin, from), std::min(end, to), on_stroke);
    // A sample of which a part is to come still leads from where it began.
    if (end <= to) commanded_ = stroke.commanded_to;
    begin = end;
  }
  reached_ = to;
}

/// The part of a sample's way between `from` and `to`.
void Tracer::move(const Timeline& timeline, Stroke stroke, TimePoint from, TimePoint to,
                  const OnStroke* on_stroke) {
  const Stroke whole = stroke;
  const bool shifts = options_.colour_shift != 0ns;
  const int pieces = scanners_ || shifts ? kPiecesPerSample : 1;
  LaserSample shifted;
  for (int i = 0; i < pieces; ++i) {
    const TimePoint begin = std::max(from, whole.begin + whole.length * i / pieces);
    const TimePoint end = std::min(to, whole.begin + whole.length * (i + 1) / pieces);
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

/// `sample` in the colours of what is commanded at another moment; dark where nothing is.
LaserSample Tracer::coloured(const Timeline& timeline, const LaserSample& sample, TimePoint at) const {
  const std::size_t index = timeline.chunk_at(at);
  if (index == timeline.chunks().size() || timeline.chunks()[index].begin > at) return blanked(sample);
  const Chunk& chunk = timeline.chunks()[index];
  LaserSample made = turned(chunk.samples()[chunk.index_at(at)]);
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
