// SPDX-License-Identifier: MIT
#include "io/send/stream_loop.hpp"

#include <algorithm>
#include <utility>

namespace idn::io {
namespace {

/// The bits of a phase in reverse order.
constexpr std::size_t reversed(std::size_t phase) noexcept {
  static_assert(StreamLoop::kMaxPhases == 16);
  return (phase & 1) << 3 | (phase & 2) << 1 | (phase & 4) >> 1 | phase >> 3;
}

}  // namespace

void AttachedStream::start_at(const StartTime& time) noexcept {
  const auto* const monotonic = std::get_if<TimePoint>(&time);
  const Duration since_epoch = monotonic != nullptr
                                   ? monotonic->time_since_epoch()
                                   : -std::get<std::chrono::sys_time<Duration>>(time).time_since_epoch();
  start_ns_.store(since_epoch.count(), std::memory_order_relaxed);
}

std::optional<StartTime> AttachedStream::start_time() const noexcept {
  const Duration start{start_ns_.load(std::memory_order_relaxed)};
  if (start.count() == kAtOnce) return std::nullopt;
  if (start >= Duration{0}) return TimePoint(start);
  using Wall = std::chrono::system_clock;
  return Wall::time_point(std::chrono::duration_cast<Wall::duration>(-start));
}

/// Marks code in which the state of streams is inconsistent, for close_abandoned(). That runs only after this
/// thread has been terminated, not beside it, so a compiler barrier is enough.
class StreamLoop::Serving {
 public:
  explicit Serving(StreamLoop& loop) noexcept
      : serves_(loop.serves_), outer_(serves_.load(std::memory_order_relaxed)) {
    serves_.store(true, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  ~Serving() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    serves_.store(outer_, std::memory_order_relaxed);
  }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

 private:
  std::atomic<bool>& serves_;
  const bool outer_;
};

void StreamLoop::add(stream::SenderSession& session, Transport& net, DriverStats& stats) {
  const Serving serving(*this);
  entries_.reserve(entries_.size() + 1 + kMostAttached);
  entries_.push_back({kNever, &session, &net, &stats});
}

void StreamLoop::start(TimePoint now) noexcept {
  const Serving serving(*this);
  const std::size_t phases = std::clamp<std::size_t>(entries_.size() / kGroup, 1, kMaxPhases);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    Entry& entry = entries_[i];
    const auto phase = static_cast<std::int64_t>(i % phases);
    entry.phase = phase * std::int64_t{kMaxPhases} / static_cast<std::int64_t>(phases);
    entry.session->start(now + entry.session->tick_duration() * phase / static_cast<std::int64_t>(phases));
    entry.wake_up = entry.session->next_deadline() - lead_;
  }
}

bool StreamLoop::attach(AttachedStream& stream) noexcept {
  if (attached_.fetch_add(1, std::memory_order_relaxed) >= kMostAttached) {
    attached_.fetch_sub(1, std::memory_order_relaxed);
    return false;
  }
  stream.next_ = arrived_.load(std::memory_order_relaxed);
  while (!arrived_.compare_exchange_weak(stream.next_, &stream, std::memory_order_release)) {
  }
  return true;
}

void StreamLoop::take_up(TimePoint now) noexcept {
  if (arrived_.load(std::memory_order_relaxed) == nullptr) return;
  const Serving serving(*this);
  AttachedStream* first = nullptr;  // reversed: in the order in which they were attached
  for (AttachedStream* next = arrived_.exchange(nullptr, std::memory_order_acquire); next != nullptr;) {
    AttachedStream* const behind = std::exchange(next->next_, first);
    first = std::exchange(next, behind);
  }
  for (; first != nullptr; first = first->next_) begin(*first, now);
}

/// A place among the streams of one tick, which share wake-ups in groups: one for each stream would cost more.
/// The number of streams is not known yet, so each new group goes in the middle of a gap of those before: 8, 4,
/// 12, 2 ... sixteenths of a tick after the first.
StreamLoop::Place StreamLoop::next_place(Duration tick) const noexcept {
  Place place;
  std::size_t companions = 0;
  for (const Entry& entry : entries_)
    if (!entry.waits && entry.session->tick_duration() == tick && entry.session->next_deadline() != kNever) {
      place.first_phase = entry.session->next_deadline() - tick * entry.phase / std::int64_t{kMaxPhases};
      ++companions;
    }
  place.phase = static_cast<std::int64_t>(reversed(companions / kGroup % kMaxPhases));
  return place;
}

void StreamLoop::begin(AttachedStream& stream, TimePoint now) noexcept {
  if (stream.start_time())
    return void(entries_.push_back({now, stream.session_, stream.net_, stream.stats_, 0, &stream, true}));
  const Duration tick = stream.session_->tick_duration();
  const Place place = next_place(tick);
  TimePoint first = place.first_phase.value_or(now) + tick * place.phase / std::int64_t{kMaxPhases};
  if (first < now) first += tick;
  stream.session_->start(first);
  entries_.push_back({stream.session_->next_deadline() - lead_, stream.session_, stream.net_, stream.stats_,
                      place.phase, &stream});
}

TimePoint StreamLoop::next_wake_up() const noexcept {
  return entries_.empty() ? kNever : std::ranges::min_element(entries_, {}, &Entry::wake_up)->wake_up;
}

bool StreamLoop::step(Clock& clock) noexcept {
  take_up(clock.now());
  if (entries_.empty()) return false;
  clock.wait_until(next_wake_up());
  serve_due(clock);
  return !entries_.empty();
}

/// Transports are flushed outside of Serving: it takes the most time, and can be repeated after a termination.
void StreamLoop::serve_due(Clock& clock) noexcept {
  // Checked after the wait, so that the datagrams that are due now are dark already.
  if (close_requested_.load(std::memory_order_relaxed)) close();
  const TimePoint now = clock.now();
  for (Entry& entry : entries_) {
    if (entry.wake_up > now || !is_started(entry, now)) continue;
    send_of(entry, clock);
    entry.net->flush();
  }
  for (Entry& entry : entries_)
    if (entry.has_sent) read_answers_to(entry, clock, now);
  release_ended();
}

/// Starts the stream if it is time, so that it can be served. The offset between the clocks is read each time,
/// since the wall clock may be set meanwhile.
bool StreamLoop::is_started(Entry& entry, TimePoint now) noexcept {
  if (!entry.waits) return true;
  const Serving serving(*this);
  stream::SenderSession& session = *entry.session;
  if (session.end_unstarted()) return false;
  if (entry.net->closes_old_receiver()) session.leave();  // there is nothing to close
  if (entry.net->take_retarget()) session.on_retarget(now, entry.net->new_service());
  const TimePoint start = to_monotonic(*entry.attached->start_time());
  entry.wake_up = std::min(start - lead_, now + kStartNotice);
  if (start - lead_ > now + kStartNotice) return false;
  // All of many streams at the same time would be a burst, which switches drop: so groups of them begin up to a
  // tick later.
  const Duration tick = session.tick_duration();
  entry.phase = next_place(tick).phase;
  entry.waits = false;
  session.start((start < now - kStartNotice ? now : start) + tick * entry.phase / std::int64_t{kMaxPhases});
  entry.wake_up = session.next_deadline() - lead_;
  return entry.wake_up <= now;
}

void StreamLoop::send_of(Entry& entry, Clock& clock) noexcept {
  const Serving serving(*this);
  send_due(*entry.session, clock, *entry.net, *entry.stats, lead_);
  entry.has_sent = true;
}

void StreamLoop::read_answers_to(Entry& entry, Clock& clock, TimePoint now) noexcept {
  const Serving serving(*this);
  read_answers(*entry.session, clock, *entry.net);
  // Receivers are asked all at one time. Each look is a system call, so that of many streams with long ticks
  // the looks would hold up what is due.
  const auto groups = static_cast<Duration::rep>((entries_.size() + kGroup - 1) / kGroup);
  entry.wake_up = io::next_wake_up(*entry.session, now, lead_, groups * kAnswerPoll);
  entry.has_sent = false;
}

void StreamLoop::release_ended() noexcept {
  const Serving serving(*this);
  std::erase_if(entries_, [&](const Entry& entry) {
    if (!entry.session->is_done()) return false;
    if (entry.attached != nullptr) {
      // In this order: who sees that none is left sees that each has ended.
      entry.attached->ended_.store(true, std::memory_order_release);
      attached_.fetch_sub(1, std::memory_order_release);
    }
    return true;
  });
}

std::uint64_t StreamLoop::starved_samples() const noexcept {
  std::uint64_t samples = 0;
  for (const Entry& entry : entries_) samples += entry.session->stats().starved_samples.value();
  return samples;
}

void StreamLoop::close() noexcept {
  for (const Entry& entry : entries_) entry.session->close();
}

/// A step waits until the next stream is due, so it begins only if that is not after `until`.
bool StreamLoop::close_abandoned(Clock& clock, TimePoint until) noexcept {
  if (serves_.load(std::memory_order_relaxed)) return false;
  request_close();
  while (!entries_.empty() && next_wake_up() <= until) step(clock);
  return entries_.empty();
}

}  // namespace idn::io
