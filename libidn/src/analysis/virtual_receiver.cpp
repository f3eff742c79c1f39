// SPDX-License-Identifier: MIT
#include "idn/analysis/virtual_receiver.hpp"

#include <algorithm>
#include <utility>

#include "idn/analysis/time_axis.hpp"

namespace idn::analysis {
namespace {

/// Removes the older half of `most` events when so many are kept; allocates nothing.
/// @return how many were removed
template <class Event>
std::size_t make_room(std::vector<Event>& events, std::size_t most) {
  if (events.size() < most) return 0;
  const std::size_t old = most / 2;
  events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(old));
  return old;
}

}  // namespace

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

VirtualReceiver::VirtualReceiver(const ReceiverBuffer& buffer, std::int64_t clock_error_ppb,
                                 LateDatagramPolicy late, std::size_t kept)
    : buffer_(buffer), clock_error_ppb_(clock_error_ppb), late_(late), kept_(kept), axis_(buffer.target) {
  if (kept_ == kEverything) return;
  underruns_.reserve(kept_);
  overruns_.reserve(kept_);
}

Duration VirtualReceiver::add(const ArrivedChunk& arrived) {
  ArrivedChunk chunk = arrived;
  if (!axis_.is_running()) chunk.follows_loss = false;  // losses before playback starts do not count
  latency_.reset();
  const bool comes_first = !axis_.is_running() && late_ == LateDatagramPolicy::Drop && chunk.is_late;
  if (chunk.duration.count() <= 0 || comes_first) return Duration{0};
  const Duration now = read_clock(chunk.arrival);
  play_until(now);
  const bool dropped = is_dropped(chunk, now);
  if (!dropped && axis_.starts_again(chunk, dark_time(now))) start(chunk, now);
  const Duration ahead = axis_.playout_of(chunk.media) - now;
  const Duration level = std::max(ahead, Duration{0});
  if (dropped) {
    drop(chunk, now);
    return level;
  }
  if (ahead > buffer_.capacity) drop_oldest(chunk.arrival, now, ahead - buffer_.target);
  if (ahead + chunk.duration > Duration{0})
    latency_ = std::max(axis_.playout_of(chunk.media) - now, Duration{0});
  place(chunk, now);
  axis_.accept(chunk);
  note_level(level);
  return level;
}

/// Resets the clock as well, so that later results do not depend on earlier chunks.
void VirtualReceiver::finish() {
  play_until(Duration::max());
  axis_.stop();
  was_late_ = false;
  clock_.reset();
  first_light_.reset();
  settled_ = underruns_.size();
}

std::optional<BufferLevel> VirtualReceiver::level() const noexcept {
  if (accepted_ == 0) return std::nullopt;
  return level_;
}

/// What the receiver's clock shows at `arrival`. It never runs backwards, even where the arrivals do.
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
  note_underrun({clock_->moment(shown_until_), dark, span.cause_before});
}

void VirtualReceiver::note_underrun(const Underrun& underrun) {
  settled_ -= std::min(settled_, make_room(underruns_, kept_));
  underruns_.push_back(underrun);
  ++count_of(underrun.cause);
  totals_.dark += underrun.length;
  totals_.longest_dark = std::max(totals_.longest_dark, underrun.length);
}

std::uint64_t& VirtualReceiver::count_of(DarkCause cause) noexcept {
  switch (cause) {
    case DarkCause::Late:
      return totals_.underruns_late;
    case DarkCause::Gap:
      return totals_.underruns_gap;
    case DarkCause::Lost:
      break;
  }
  return totals_.underruns_lost;
}

/// How long nothing has been shown; 0 where something waits, and before the first light.
Duration VirtualReceiver::dark_time(Duration now) const noexcept {
  return first_light_ && waiting_.empty() ? now - shown_until_ : Duration{0};
}

bool VirtualReceiver::is_dropped(const ArrivedChunk& chunk, Duration now) const noexcept {
  if (late_ == LateDatagramPolicy::Play || !axis_.is_running()) return false;
  return chunk.is_late || (axis_.is_behind(chunk) && dark_time(now) <= buffer_.target);
}

/// Starts playback with this chunk, after what is still queued.
void VirtualReceiver::start(const ArrivedChunk& chunk, Duration now) noexcept {
  if (axis_.is_running()) {
    ++totals_.restarts;
    was_late_ = was_late_ || (!axis_.steps_off(chunk) && axis_.playout_of(chunk.media) < now);
  }
  axis_.start(chunk.media, now, waiting_.empty() ? now : waiting_.back().end);
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
  axis_.move_earlier(excess);
  totals_.overrun += dropped;
  ++totals_.overruns;
  make_room(overruns_, kept_);
  overruns_.push_back({arrival, dropped});
}

void VirtualReceiver::place(const ArrivedChunk& chunk, Duration now) {
  const Duration begin = axis_.playout_of(chunk.media);
  Span span{begin, begin + chunk.duration, was_late_ ? DarkCause::Late : chunk.cause_before()};
  const Duration late_before = totals_.late;
  const auto next = cut(span, now);
  if (totals_.late > late_before) ++totals_.late_chunks;
  if (span.length() == Duration{0}) return;
  was_late_ = false;
  insert(span, next);
}

/// Drops a chunk: its light counts as late, and late samples as the cause of the dark time in its place.
void VirtualReceiver::drop(const ArrivedChunk& chunk, Duration now) noexcept {
  const Duration begin = axis_.playout_of(chunk.media);
  Span span{begin, begin + chunk.duration, DarkCause::Gap};
  const Duration late_before = totals_.late;
  const auto next = cut(span, now);
  totals_.late += span.length();
  if (totals_.late > late_before) ++totals_.late_chunks;
  if (span.length() == Duration{0} && span.cause_before != DarkCause::Late) return;
  if (next == waiting_.end())
    was_late_ = true;
  else
    next->cause_before = DarkCause::Late;
}

VirtualReceiver::Queue::iterator VirtualReceiver::next_after(const Span& span) noexcept {
  return std::ranges::upper_bound(waiting_, span.begin + kRounding, {}, &Span::begin);
}

/// Shortens `span` to what is neither late nor a repetition.
/// @return what follows it in the queue
VirtualReceiver::Queue::iterator VirtualReceiver::cut(Span& span, Duration now) noexcept {
  auto next = next_after(span);
  snap_to_neighbours(span, next);
  totals_.received += span.length();
  cut_late_part(span, now);
  if (next != waiting_.end() && next->begin <= span.begin) ++next;  // it is being shown
  cut_repetition(span, next);
  return next;
}

void VirtualReceiver::snap_to_neighbours(Span& span, Queue::iterator next) const noexcept {
  const auto snap = [](Duration& end, Duration other) {
    if (std::chrono::abs(end - other) <= kRounding) end = other;
  };
  if (next != waiting_.end()) snap(span.end, next->begin);
  if (next != waiting_.begin())
    snap(span.begin, std::prev(next)->end);
  else if (first_light_)
    snap(span.begin, shown_until_);
  span.end = std::max(span.begin, span.end);
}

void VirtualReceiver::cut_late_part(Span& span, Duration now) noexcept {
  const Duration cut = std::min(span.end, now);
  if (cut <= span.begin) return;
  const Span late{std::exchange(span.begin, cut), cut, {}};
  const bool is_missed = !first_light_ || late.end > shown_until_;
  if (is_missed) attribute_to_lateness(span);
  const bool counts = is_missed || was_missed(late) || late.begin < first_light_;
  (counts ? totals_.late : totals_.repeated) += late.length();
}

/// Whether `late` overlaps underruns that have passed. Their cause was lateness, then, not a gap or a loss.
bool VirtualReceiver::was_missed(const Span& late) noexcept {
  bool found = false;
  for (std::size_t i = underruns_.size(); i > settled_; --i) {
    Underrun& dark = underruns_[i - 1];
    const Duration begin = clock_->reading(dark.start), end = begin + dark.length;
    if (end <= late.begin + kRounding) break;
    if (late.end <= begin + kRounding) continue;
    --count_of(dark.cause);
    ++count_of(DarkCause::Late);
    dark.cause = DarkCause::Late;
    found = true;
  }
  return found;
}

/// Makes lateness the cause of the dark time since the last light. The cause is stored in the span that ends
/// the dark time: the rest of this one, else the next one.
void VirtualReceiver::attribute_to_lateness(Span& rest) noexcept {
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
  level_.min = accepted_ == 0 ? level : std::min(level_.min, level);
  level_.max = std::max(level_.max, level);
  ++accepted_;
  level_.mean += (Micros(level) - level_.mean) / static_cast<double>(accepted_);
}

ReceiverBuffer smallest_buffer(std::span<const ArrivedChunk> stream, std::int64_t clock_error_ppb) noexcept {
  MediaClock media;
  if (stream.empty()) return {.target = Duration{0}};
  const DriftingClock clock(stream.front().arrival, clock_error_ppb);
  for (const ArrivedChunk& chunk : stream) media.add(clock.reading(chunk.arrival), chunk.media);
  return {.target = std::chrono::round<Duration>(media.start_delay()),
          .capacity = std::chrono::round<Duration>(2 * media.long_term_jitter())};
}

}  // namespace idn::analysis
