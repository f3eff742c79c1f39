// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <limits>
#include <optional>
#include <vector>

#include "idn/io/now.hpp"
#include "io/send/driver.hpp"

namespace idn::io {

/// A stream that is attached to a running StreamLoop. The caller owns it, and must not destroy it before
/// has_ended(). Threads: has_ended() and start_at() from any. Real-time: yes (no heap, lock, log).
class AttachedStream {
 public:
  /// Only this stream may use the arguments.
  AttachedStream(stream::SenderSession& session, Transport& net, DriverStats& stats) noexcept
      : session_(&session), net_(&net), stats_(&stats) {}
  AttachedStream(const AttachedStream&) = delete;
  AttachedStream& operator=(const AttachedStream&) = delete;

  /// The first datagram of the stream is due at `time`; if that has passed by more than kStartNotice, at once.
  /// Nothing is sent before. To be called before it is attached; then it can be changed until kStartNotice
  /// before that time.
  void start_at(const StartTime& time) noexcept;
  /// Whether the loop no longer uses this object nor what it refers to. Threads: any.
  bool has_ended() const noexcept { return ended_.load(std::memory_order_acquire); }

 private:
  friend class StreamLoop;
  static constexpr std::int64_t kAtOnce = (std::numeric_limits<std::int64_t>::min)();
  /// No value: at once.
  std::optional<StartTime> start_time() const noexcept;

  stream::SenderSession* session_;
  Transport* net_;
  DriverStats* stats_;
  AttachedStream* next_ = nullptr;               ///< in the list of streams that were attached but not begun
  std::atomic<std::int64_t> start_ns_{kAtOnce};  ///< negated: since 1970, by the wall clock
  std::atomic<bool> ended_{false};
};

/// Drives any number of streams on the calling thread, each at its own rate. Streams that are due at the same
/// time are served in one wake-up. Several loops, on threads of their own, share no data.
///
/// Streams are added before start(), or attached while the loop runs; the others do not notice.
/// Threads: one, that of the loop; attach(), attached() and request_close() from any. Real-time: all but
/// construction and add() (no heap, lock, log).
class StreamLoop {
 public:
  /// Streams of equal ticks start spread over the tick, in groups of this many or more: one wake-up for a group
  /// costs less than one for each stream, while the last of a group leaves after all others.
  static constexpr std::size_t kGroup = 8;
  static constexpr std::size_t kMaxPhases = 16;  ///< into which a tick is divided
  /// Limit of streams that are attached at a time.
  static constexpr std::size_t kMostAttached = 1024;

  /// `lead`: see send_due().
  explicit StreamLoop(Duration lead = Duration{0}) : lead_(lead) { entries_.reserve(kMostAttached); }

  /// Adds a stream before start(); the arguments are used until the loop has ended.
  void add(stream::SenderSession& session, Transport& net, DriverStats& stats);

  /// Attaches a stream: it begins with the next wake-up of the loop, or when take_up() is called. Threads: any.
  /// @return false if kMostAttached are attached already
  bool attach(AttachedStream& stream) noexcept;
  /// Streams that were attached and have not ended. Threads: any.
  std::size_t attached() const noexcept { return attached_.load(std::memory_order_acquire); }
  /// Begins the streams that were attached since the last call. Threads: the loop's.
  void take_up(TimePoint now) noexcept;

  /// Starts all streams: their first packets are due from `now` on, within one tick.
  void start(TimePoint now) noexcept;
  /// When the next stream is due; kNever if there is none.
  TimePoint next_wake_up() const noexcept;
  /// Waits until a stream is due and serves it. False when every stream has ended.
  bool step(Clock& clock) noexcept;
  /// Serves the streams that are due now, without waiting. For an application's own loop.
  void serve_due(Clock& clock) noexcept;
  /// Sum of SenderStats::starved_samples of the present streams. Threads: the loop's.
  std::uint64_t starved_samples() const noexcept;
  /// SenderSession::close() for every stream: all are dark with their next tick.
  void close() noexcept;
  /// close() at the next wake-up, and for streams that are attached later as well. Threads: any.
  void request_close() noexcept { close_requested_.store(true, std::memory_order_relaxed); }
  /// Closes all streams on the calling thread, waiting until they have ended or until `until`. For the end of a
  /// process, where the system has terminated the loop's own thread at any point: if it was just serving a
  /// stream, the state of that is undefined, and nothing is done.
  /// @return whether all have ended
  bool close_abandoned(Clock& clock, TimePoint until) noexcept;

 private:
  class Serving;
  struct Entry {
    TimePoint wake_up;
    stream::SenderSession* session;
    Transport* net;
    DriverStats* stats;
    std::int64_t phase = 0;  ///< in kMaxPhases of its tick
    AttachedStream* attached = nullptr;
    bool waits = false;     ///< for AttachedStream::start_at()
    bool has_sent = false;  ///< in this wake-up: its answers are read after all have sent
  };

  struct Place {
    std::int64_t phase = 0;  ///< in kMaxPhases of the tick
    std::optional<TimePoint>
        first_phase{};  ///< when that of the others is or was due; no value: there are none
  };

  Place next_place(Duration tick) const noexcept;
  void begin(AttachedStream& stream, TimePoint now) noexcept;
  bool is_started(Entry& entry, TimePoint now) noexcept;
  void send_of(Entry& entry, Clock& clock) noexcept;
  void read_answers_to(Entry& entry, Clock& clock, TimePoint now) noexcept;
  void release_ended() noexcept;

  Duration lead_;
  std::vector<Entry> entries_;
  std::atomic<AttachedStream*> arrived_{nullptr};  ///< attached but not begun: a list, the newest first
  std::atomic<std::size_t> attached_{0};
  std::atomic<bool> close_requested_{false};
  std::atomic<bool> serves_{false};  ///< the thread of the loop is changing the state of streams
};

}  // namespace idn::io
