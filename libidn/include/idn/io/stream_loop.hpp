// SPDX-License-Identifier: MIT
#pragma once

#include <stop_token>
#include <vector>

#include "idn/io/driver.hpp"
#include "idn/io/realtime.hpp"
#include "idn/io/shared_socket.hpp"
#include "idn/io/socket_pool.hpp"
#include "idn/io/system_clock.hpp"

namespace idn::io {

/// Drives any number of streams on the calling thread, each at its own rate. What is due together is served in
/// one wake-up. Real-time: all but add(). Several loops, on threads of their own, share no data.
class StreamLoop {
 public:
  /// Streams of equal ticks start spread over the tick, in groups of this many or more: one wake-up for a group
  /// costs less than one for each stream, while the last of a group leaves after all others.
  static constexpr std::size_t kGroup = 8;
  static constexpr std::size_t kMaxPhases = 8;

  /// `lead` as serve() gets it.
  explicit StreamLoop(Duration lead = Duration{0}) : lead_(lead) {}

  /// All are used until the loop has ended. Before start().
  void add(stream::SenderSession& session, Transport& net, DriverStats& stats);

  /// Where streams of this loop queue what they send: to be handed over at the end of each wake-up.
  void add(SharedSocket& socket);
  /// Likewise all sockets of `pool`.
  void add(SocketPool& pool);

  /// The first packets are due from `now` on, within one tick.
  void start(TimePoint now) noexcept;
  /// Waits for what is due next and sends it. False when every stream has ended.
  bool step(Clock& clock) noexcept;
  /// SenderSession::stop() for every stream: those behind finish() play what they have first.
  void stop() noexcept;
  /// SenderSession::close() for every stream: all are dark with their next tick.
  void close() noexcept;

 private:
  struct Entry {
    TimePoint wake_up;
    stream::SenderSession* session;
    Transport* net;
    DriverStats* stats;
  };

  Duration lead_;
  std::vector<Entry> entries_;
  std::vector<SharedSocket*> sockets_;
  std::vector<SocketPool*> pools_;
};

/// All streams of `loop` from start to end, on the calling thread; a stop request is StreamLoop::stop(). Who
/// must be dark at once calls SenderSession::close() of each, from any thread. A loop that is overloaded gives
/// the priority of `scope` back (null: it has none), since the kernel would suspend it.
/// @return whether it did
bool run(StreamLoop& loop, SystemClock& clock, RealtimeScope* scope, const std::stop_token& stop) noexcept;

}  // namespace idn::io
