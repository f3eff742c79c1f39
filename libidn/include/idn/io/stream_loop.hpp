// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <stop_token>
#include <vector>

#include "idn/io/driver.hpp"
#include "idn/io/monotonic_clock.hpp"
#include "idn/io/realtime.hpp"
#include "idn/io/shared_socket.hpp"
#include "idn/io/socket_pool.hpp"

namespace idn::io {

/// One stream on a StreamLoop that runs. Belongs to whoever attaches it, and stays where it is until
/// has_ended().
/// Threads: has_ended() from any, cancel() by its owner. Real-time: yes (no heap, lock, log).
class AttachedStream {
 public:
  /// `net` and `own_socket`, where it is of one, may be used by this stream only.
  AttachedStream(stream::SenderSession& session, Transport& net, DriverStats& stats,
                 SharedSocket* own_socket = nullptr) noexcept
      : session_(&session), net_(&net), stats_(&stats), own_socket_(own_socket) {}
  AttachedStream(const AttachedStream&) = delete;
  AttachedStream& operator=(const AttachedStream&) = delete;

  /// The loop uses neither this nor what it was made of any more. Threads: any.
  bool has_ended() const noexcept { return ended_.load(std::memory_order_acquire); }
  /// No loop will get it: has_ended() from now on.
  void cancel() noexcept { ended_.store(true, std::memory_order_release); }

 private:
  friend class StreamLoop;
  stream::SenderSession* session_;
  Transport* net_;
  DriverStats* stats_;
  SharedSocket* own_socket_;
  AttachedStream* next_ = nullptr;  ///< of those that wait to be taken up
  std::atomic<bool> ended_{false};
};

/// Drives any number of streams on the calling thread, each at its own rate. What is due together is served in
/// one wake-up. Several loops, on threads of their own, share no data.
///
/// Streams are added before start(), or attached while the loop runs; the others do not notice.
/// Threads: one, that of the loop; attach(), attached() and request_close() from any. Real-time: all but
/// construction and add() (no heap, lock, log).
class StreamLoop {
 public:
  /// Streams of equal ticks start spread over the tick, in groups of this many or more: one wake-up for a group
  /// costs less than one for each stream, while the last of a group leaves after all others.
  static constexpr std::size_t kGroup = 8;
  static constexpr std::size_t kMaxPhases = 8;  ///< into which a tick is divided
  /// The same for those that are attached, of which nobody knows how many there will be: idn_bench devices has
  /// them cost a third less than in groups of eight.
  static constexpr std::size_t kAttachedGroup = 32;
  /// That can be attached at a time.
  static constexpr std::size_t kMostAttached = 1024;

  /// `lead` as serve() gets it.
  explicit StreamLoop(Duration lead = Duration{0}) : lead_(lead) { entries_.reserve(kMostAttached); }

  /// All are used until the loop has ended. Before start().
  void add(stream::SenderSession& session, Transport& net, DriverStats& stats);
  /// Likewise, until the stream has ended.
  void add(AttachedStream& stream);

  /// Where streams of this loop queue what they send: to be handed over at the end of each wake-up.
  void add(SharedSocket& socket);
  /// Likewise all sockets of `pool`.
  void add(SocketPool& pool);

  /// The stream begins with the next wake-up of the loop, or when take_up() is called. Threads: any.
  /// @return false where kMostAttached are there already
  bool attach(AttachedStream& stream) noexcept;
  /// Streams that were attached and have not ended. Threads: any.
  std::size_t attached() const noexcept { return attached_.load(std::memory_order_relaxed); }
  /// Begins what was attached. Threads: the loop's.
  void take_up(TimePoint now) noexcept;

  /// The first packets are due from `now` on, within one tick.
  void start(TimePoint now) noexcept;
  /// When the next stream is due; kNever where there is none.
  TimePoint next_wake_up() const noexcept;
  /// Waits for what is due next and sends it. False when every stream has ended.
  bool step(Clock& clock) noexcept;
  /// Sends what is due by now, without waiting. For loops of others.
  void serve_due(Clock& clock) noexcept;
  /// Dark samples that producers of the streams, as they are now, have cost by being late. Threads: the loop's.
  std::uint64_t starved_samples() const noexcept;
  /// SenderSession::stop() for every stream: those behind finish() play what they have first.
  void stop() noexcept;
  /// SenderSession::close() for every stream: all are dark with their next tick.
  void close() noexcept;
  /// The same, for those that are attached later as well. Threads: any.
  void request_close() noexcept { close_requested_.store(true, std::memory_order_relaxed); }
  /// Closes all streams on the calling thread, waiting until they have ended or until `until`. For the end of a
  /// process that has ended the loop's own thread, wherever that was: while it served streams, nobody knows
  /// what it has left of them.
  /// @return whether all have ended; false at once in that case
  bool close_abandoned(Clock& clock, TimePoint until) noexcept;

 private:
  class Serving;
  struct Entry {
    TimePoint wake_up;
    stream::SenderSession* session;
    Transport* net;
    DriverStats* stats;
    std::int64_t phase = 0;  ///< in eighths of its tick
    AttachedStream* attached = nullptr;
  };

  void begin(AttachedStream& stream, TimePoint now) noexcept;
  void serve_entry(Entry& entry, Clock& clock, TimePoint now) noexcept;
  void release_ended() noexcept;

  Duration lead_;
  std::vector<Entry> entries_;
  std::vector<SharedSocket*> sockets_;
  std::vector<SocketPool*> pools_;
  std::atomic<AttachedStream*> arrived_{nullptr};  ///< the last first
  std::atomic<std::size_t> attached_{0};
  std::atomic<bool> close_requested_{false};
  std::atomic<bool> serves_{false};  ///< the thread of the loop changes streams just now
};

/// All streams of `loop` from start to end, on the calling thread; a stop request is StreamLoop::stop(). Who
/// must be dark at once calls SenderSession::close() of each, from any thread. A loop that is overloaded gives
/// the priority of `scope` back (null: it has none), since the kernel would suspend it.
/// @return whether it did
bool run(StreamLoop& loop, MonotonicClock& clock, RealtimeScope* scope, const std::stop_token& stop) noexcept;

}  // namespace idn::io
