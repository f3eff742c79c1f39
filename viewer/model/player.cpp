// SPDX-License-Identifier: MIT
#include "viewer/model/player.hpp"

#include <algorithm>
#include <cstdlib>

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

TimePoint next_sample(const Timeline& timeline, TimePoint from) {
  const std::size_t at = timeline.chunk_at(from);
  if (at == timeline.chunks().size()) return from;
  const Chunk& chunk = timeline.chunks()[at];
  return from < chunk.begin ? chunk.begin : chunk.time_of(chunk.index_at(from) + 1);
}

TimePoint previous_sample(const Timeline& timeline, TimePoint from) {
  const TimePoint before = from - 1ns;
  std::size_t at = timeline.chunk_at(before);
  const bool is_inside = at < timeline.chunks().size() && timeline.chunks()[at].begin <= before;
  if (!is_inside && at == 0) return from;
  const Chunk& chunk = timeline.chunks()[is_inside ? at : at - 1];
  return chunk.time_of(chunk.index_at(before));
}

/// Start of the next (or previous) chunk; with `frames`, of the next first drawing of a frame. Empty if there
/// is none.
std::optional<TimePoint> neighbour(const Timeline& timeline, TimePoint from, bool frames, bool forward) {
  const auto counts = [frames](const Chunk& chunk) { return !frames || (chunk.is_frame && !chunk.is_repeat); };
  const auto& chunks = timeline.chunks();
  if (forward) {
    auto at = std::ranges::upper_bound(chunks, from, {}, &Chunk::begin);
    at = std::find_if(at, chunks.end(), counts);
    return at == chunks.end() ? std::nullopt : std::optional(at->begin);
  }
  auto at = std::make_reverse_iterator(std::ranges::lower_bound(chunks, from, {}, &Chunk::begin));
  at = std::find_if(at, chunks.rend(), counts);
  return at == chunks.rend() ? std::nullopt : std::optional(at->begin);
}

bool has_frames(const Timeline& timeline) {
  return std::ranges::any_of(timeline.chunks(), &Chunk::is_frame);
}

TimePoint stepped(const Timeline& timeline, TimePoint from, StepBy unit, bool forward) {
  if (unit == StepBy::Sample) return forward ? next_sample(timeline, from) : previous_sample(timeline, from);
  if (unit == StepBy::Frame && !has_frames(timeline))
    return from + (forward ? Player::kPictureOfWaves : -Player::kPictureOfWaves);
  return neighbour(timeline, from, unit == StepBy::Frame, forward).value_or(from);
}

}  // namespace

void Player::set_span(TimePoint begin, TimePoint end) {
  begin_ = begin;
  end_ = std::max(begin, end);
  position_ = following_ && playing_ ? end_ : std::clamp(position_, begin_, end_);
}

void Player::follow(bool live) {
  live_ = live;
  following_ = live;
  if (!live) return;
  speed_ = 1;
  playing_ = true;
  position_ = end_;
}

/// At the end of a recording that does not loop, playback restarts at its beginning.
void Player::play() {
  if (!live_ && !loops_ && position_ == end_) position_ = begin_;
  playing_ = true;
}

void Player::pause() noexcept {
  playing_ = false;
  following_ = false;
}

void Player::set_speed(double speed) noexcept {
  speed_ = std::clamp(speed, kSlowest, kFastest);
  if (speed_ != 1) following_ = false;
}

void Player::seek(TimePoint to) noexcept {
  following_ = false;
  position_ = std::clamp(to, begin_, end_);
}

void Player::step(const Timeline& timeline, StepBy unit, int count) {
  pause();
  for (int i = 0; i < std::abs(count); ++i)
    position_ = std::clamp(stepped(timeline, position_, unit, count > 0), begin_, end_);
}

void Player::advance(Duration elapsed) noexcept {
  if (!playing_ || following_) return;
  position_ += Duration(static_cast<Duration::rep>(static_cast<double>(elapsed.count()) * speed_));
  if (position_ < end_) return;
  const Duration span = end_ - begin_;
  if (live_ || !loops_ || span <= 0ns)
    position_ = end_;
  else
    position_ = begin_ + (position_ - begin_) % span;
}

}  // namespace idn::viewer
