// SPDX-License-Identifier: MIT
#include "viewer/model/view_session.hpp"

#include <algorithm>
#include <utility>

namespace idn::viewer {
namespace {

constexpr Duration kReadAhead = std::chrono::seconds(8);

bool has_ended(const Stream& stream, TimePoint at) {
  const auto reason = stream.timeline.dark_at(at);
  return reason && is_end(*reason);
}

/// The port is not compared: a restarted sender has another one.
bool is_from_same_host(const StreamKey& a, const StreamKey& b) {
  return a.client.source.address == b.client.source.address && a.unit == b.unit && a.channel == b.channel;
}

}  // namespace

void ViewSession::show(Recording recording) {
  live_.reset();
  copy_.reset();
  recording_ = std::move(recording);
  file_begin_ = recording_.begin();
  file_end_ = recording_.end();
  has_source_ = true;
  player_ = Player{};
  set_playback_range();
}

void ViewSession::set_known_end(TimePoint end) {
  file_end_ = std::max(file_end_, end);
  set_playback_range();
}

Recording ViewSession::show_part(Recording part) {
  std::swap(recording_, part);
  set_known_end(recording_.end());
  return part;
}

std::optional<TimePoint> ViewSession::missing_part() const noexcept {
  if (!is_held()) return position();
  const HeldPart& held = recording_.held;
  if (live_ || held.to == kNever) return std::nullopt;
  // Read in time, so that playback does not stop. A quarter: the parts of a capture may be shorter.
  const Duration ahead = std::min<Duration>(kReadAhead, (held.to - recording_.begin()) / 4);
  const bool is_there_more = held.to < file_end_;
  return is_there_more && held.to - position() < ahead ? std::optional(position()) : std::nullopt;
}

void ViewSession::listen(std::unique_ptr<LiveSource> live) {
  live_ = std::move(live);
  copy_.reset();
  recording_ = Recording(live_limits());
  has_source_ = true;
  now_ = LiveSource::now();
  player_ = Player{};
  go_live();
}

void ViewSession::advance(Duration elapsed) {
  if (live_) {
    live_->poll(recording_);
    now_ = LiveSource::now();
  }
  set_playback_range();
  if (is_held()) player_.advance(elapsed);
}

std::vector<const Stream*> ViewSession::streams() const {
  std::vector<const Stream*> all, last_datagram;
  const auto& streams = recording().streams();
  const auto is_replaced = [&](const auto& stream) {
    return has_ended(*stream, position()) && std::ranges::any_of(streams, [&](const auto& other) {
             return other->since > stream->last_datagram && is_from_same_host(other->key, stream->key);
           });
  };
  for (const auto& stream : streams) {
    all.push_back(stream.get());
    if (!live_) last_datagram.push_back(stream.get());
    if (live_ && player_.end() - stream->last_datagram <= live_limits().timeline.length && !is_replaced(stream))
      last_datagram.push_back(stream.get());
  }
  return last_datagram.empty() ? all : last_datagram;
}

void ViewSession::pause() {
  freeze();
  player_.pause();
}

void ViewSession::set_speed(double speed) {
  if (speed != 1) freeze();
  player_.set_speed(speed);
}

void ViewSession::seek(TimePoint to) {
  freeze();
  player_.seek(to);
}

/// `timeline` may be that of the live recording, of which freeze() makes a copy: both have the same content.
void ViewSession::step(const Timeline& timeline, StepBy unit, int count) {
  freeze();
  player_.step(timeline, unit, count);
}

void ViewSession::go_live() {
  if (!live_) return;
  copy_.reset();
  set_playback_range();
  player_.follow(true);
}

void ViewSession::freeze() {
  if (!live_ || copy_) return;
  copy_ = recording_.copy();
  const TimePoint at = player_.position();
  player_.follow(false);
  player_.seek(at);
}

/// Live: the last ten seconds until now. As long as a copy is shown, the range does not change.
void ViewSession::set_playback_range() {
  if (!live_) return player_.set_span(file_begin_, file_end_);
  if (copy_) return;
  const TimePoint oldest = now_ - live_limits().timeline.length;
  const bool is_empty = recording_.samples() == 0;
  player_.set_span(is_empty ? now_ : std::clamp(recording_.begin(), oldest, now_), now_);
}

}  // namespace idn::viewer
