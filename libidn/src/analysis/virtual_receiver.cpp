// SPDX-License-Identifier: MIT
#include "idn/analysis/virtual_receiver.hpp"

#include <algorithm>
#include <utility>

#include "idn/analysis/media_clock.hpp"

namespace idn::analysis {

std::string_view to_string(DarkCause cause) noexcept {
  switch (cause) {
    case DarkCause::Late:
      return "late";
    case DarkCause::Gap:
      return "gap in media time";
    case DarkCause::Lost:
      return "lost";
  }
  return "unknown";
}

Duration VirtualReceiver::add(const WaveArrival& chunk) {
  if (chunk.duration.count() <= 0) return Duration{0};
  const Duration now = read_clock(chunk.arrival);
  play_until(now);
  if (starts_again(chunk, now)) start(chunk, now);
  const Duration ahead = playout_of(chunk.media) - now;
  if (ahead > buffer_.capacity) drop_oldest(chunk.arrival, now, ahead - buffer_.target);
  place(chunk, now);
  end_media_ = std::max(end_media_, chunk.media + chunk.duration);
  const Duration level = std::max(ahead, Duration{0});
  note_level(level);
  return level;
}

void VirtualReceiver::finish() {
  play_until(Duration::max());
}

std::optional<BufferLevel> VirtualReceiver::level() const noexcept {
  if (levels_ == 0) return std::nullopt;
  return level_;
}

/// Never runs backwards, whatever a capture says.
Duration VirtualReceiver::read_clock(Duration arrival) noexcept {
  if (!clock_) {
    clock_.emplace(arrival, clock_error_ppb_);
    now_ = arrival;
  }
  now_ = std::max(now_, clock_->reading(arrival));
  return now_;
}

void VirtualReceiver::play_until(Duration now) {
  auto span = waiting_.begin();
  for (; span != waiting_.end() && span->begin < now; ++span) {
    light_up(*span);
    shown_until_ = std::min(span->end, now);
    totals_.played += shown_until_ - span->begin;
    span->begin = shown_until_;
    if (span->end > now) break;
  }
  waiting_.erase(waiting_.begin(), span);
}

void VirtualReceiver::light_up(const Span& span) {
  if (!first_light_) {
    first_light_ = shown_until_ = span.begin;
    return;
  }
  const Duration dark = span.begin - shown_until_;
  if (dark == Duration{0}) return;
  underruns_.push_back({clock_->moment(shown_until_), dark, span.cause_before});
  totals_.dark += dark;
}

bool VirtualReceiver::starts_again(const WaveArrival& chunk, Duration now) const noexcept {
  const bool is_dry = first_light_ && waiting_.empty() && now - shown_until_ > buffer_.target;
  return levels_ == 0 || is_dry || !is_near(chunk.media);
}

/// What still waits is shown first.
void VirtualReceiver::start(const WaveArrival& chunk, Duration now) noexcept {
  if (levels_ > 0) {
    ++totals_.restarts;
    was_late_ = was_late_ || (is_near(chunk.media) && playout_of(chunk.media) < now);
  }
  axis_media_ = end_media_ = chunk.media;
  axis_playout_ = now + buffer_.target;
  if (!waiting_.empty()) axis_playout_ = std::max(axis_playout_, waiting_.back().end);
}

void VirtualReceiver::drop_oldest(Duration arrival, Duration now, Duration excess) {
  const auto moved = [&](Duration time) { return std::max(time, now + excess) - excess; };
  Duration dropped{0};
  for (Span& span : waiting_) {
    const Duration before = span.length();
    span.begin = moved(span.begin);
    span.end = moved(span.end);
    dropped += before - span.length();
  }
  std::erase_if(waiting_, [](const Span& span) { return span.length() == Duration{0}; });
  axis_playout_ -= excess;
  totals_.overrun += dropped;
  overruns_.push_back({arrival, dropped});
}

void VirtualReceiver::place(const WaveArrival& chunk, Duration now) {
  const Duration begin = playout_of(chunk.media);
  Span span{begin, begin + chunk.duration, was_late_ ? DarkCause::Late : chunk.cause_before()};
  const auto next = std::ranges::upper_bound(waiting_, begin + kRounding, {}, &Span::begin);
  meet_neighbours(span, next);
  totals_.received += span.length();
  cut_late_part(span, now);
  cut_repetition(span, next);
  if (span.length() == Duration{0}) return;
  was_late_ = false;
  insert(span, next);
}

void VirtualReceiver::meet_neighbours(Span& span, Queue::iterator next) const noexcept {
  const auto meet = [](Duration& end, Duration other) {
    if (std::chrono::abs(end - other) <= kRounding) end = other;
  };
  if (next != waiting_.end()) meet(span.end, next->begin);
  if (next != waiting_.begin())
    meet(span.begin, std::prev(next)->end);
  else if (first_light_)
    meet(span.begin, shown_until_);
  span.end = std::max(span.begin, span.end);
}

void VirtualReceiver::cut_late_part(Span& span, Duration now) noexcept {
  const Duration cut = std::min(span.end, now);
  if (cut <= span.begin) return;
  const Span late{std::exchange(span.begin, cut), cut, {}};
  const bool is_missed = !first_light_ || late.end > shown_until_;
  if (is_missed) blame_lateness(span);
  const bool counts = is_missed || was_missed(late) || late.begin < first_light_;
  (counts ? totals_.late : totals_.repeated) += late.length();
}

/// What fills a gap that has passed was late; so that was no loss.
bool VirtualReceiver::was_missed(const Span& late) noexcept {
  bool found = false;
  for (auto dark = underruns_.rbegin(); dark != underruns_.rend(); ++dark) {
    const Duration begin = clock_->reading(dark->start), end = begin + dark->length;
    if (end <= late.begin + kRounding) break;
    if (late.end <= begin + kRounding) continue;
    dark->cause = DarkCause::Late;
    found = true;
  }
  return found;
}

/// It is dark since the last light, and whatever ends that comes after something late.
void VirtualReceiver::blame_lateness(Span& rest) noexcept {
  rest.cause_before = DarkCause::Late;
  if (rest.length() > Duration{0}) return;
  if (waiting_.empty())
    was_late_ = true;
  else
    waiting_.front().cause_before = DarkCause::Late;
}

void VirtualReceiver::cut_repetition(Span& span, Queue::iterator next) noexcept {
  const Duration before = span.length();
  if (next != waiting_.begin()) span.begin = std::clamp(std::prev(next)->end, span.begin, span.end);
  if (next != waiting_.end()) span.end = std::clamp(next->begin, span.begin, span.end);
  totals_.repeated += before - span.length();
}

void VirtualReceiver::insert(const Span& span, Queue::iterator next) {
  const bool meets_previous = next != waiting_.begin() && std::prev(next)->end == span.begin;
  const bool meets_next = next != waiting_.end() && next->begin == span.end;
  if (meets_previous) {
    std::prev(next)->end = meets_next ? next->end : span.end;
    if (meets_next) waiting_.erase(next);
  } else if (meets_next) {
    next->begin = span.begin;
    next->cause_before = span.cause_before;
  } else {
    waiting_.insert(next, span);
  }
}

void VirtualReceiver::note_level(Duration level) noexcept {
  level_.min = levels_ == 0 ? level : std::min(level_.min, level);
  level_.max = std::max(level_.max, level);
  ++levels_;
  level_.mean += (Micros(level) - level_.mean) / static_cast<double>(levels_);
}

ReceiverBuffer smallest_buffer(std::span<const WaveArrival> stream, std::int64_t clock_error_ppb) noexcept {
  MediaClock media;
  if (stream.empty()) return {.target = Duration{0}};
  const DriftingClock clock(stream.front().arrival, clock_error_ppb);
  for (const WaveArrival& chunk : stream) media.add(clock.reading(chunk.arrival), chunk.media);
  return {.target = std::chrono::round<Duration>(media.start_delay()),
          .capacity = std::chrono::round<Duration>(2 * media.long_term_jitter())};
}

}  // namespace idn::analysis
