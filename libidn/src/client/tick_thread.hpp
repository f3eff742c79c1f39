// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include "client/auto_reset_event.hpp"
#include "client/tick_watch.hpp"
#include "idn/client/engine.hpp"
#include "idn/counter.hpp"
#include "idn/io/stream_loop.hpp"

namespace idn::client {

/// Keeps the time of some devices, which come and go. Sleeps while there is none.
class TickThread {
 public:
  /// `together`: so many streams will be added.
  TickThread(const EngineOptions& options, std::size_t index, std::size_t together);
  /// Not before every stream has ended.
  ~TickThread();
  TickThread(const TickThread&) = delete;
  TickThread& operator=(const TickThread&) = delete;

  // Streams that begin together. One thread at a time.

  /// Theirs. Before begin().
  io::SocketPool& sockets() noexcept { return sockets_; }
  /// Before begin().
  void add(io::AttachedStream& stream) { added_.push_back(&stream); }
  /// Those that have not begun end where they are.
  void withdraw(io::AttachedStream& stream) noexcept;
  void begin();
  /// When the thread knows what it was granted. Once.
  void await_start() noexcept { started_.wait(); }

  /// Any thread, none of them that of the loop. @return false where there is no room
  bool attach(io::AttachedStream& stream) noexcept;
  /// Streams that were added or attached and have not ended.
  std::size_t streams() const noexcept { return added_.size() + loop_.attached(); }
  /// All are dark with their next tick, those that come later as well. Any thread.
  void close_streams() noexcept;
  /// The same on the calling thread, where the process has ended this one; done by `until`, or not at all.
  void close_abandoned(TimePoint until) noexcept;
  /// EngineOptions::manual: on the caller's thread. @return when to call next
  TimePoint drive();

  TickThreadStatus status() const;

 private:
  void run(const std::stop_token& stop);
  void run_streams(io::MonotonicClock& clock, io::RealtimeScope* scope, TickWatch* watch);
  void begin_added(TimePoint now);

  EngineOptions options_;
  std::size_t index_;
  io::SocketPool sockets_;
  std::vector<io::AttachedStream*> added_;      ///< before begin()
  std::vector<io::AttachedStream*> beginning_;  ///< handed over by `begins_`
  io::StreamLoop loop_;
  std::optional<io::MonotonicClock> own_clock_;  ///< of who drives
  AutoResetEvent arrivals_;
  std::atomic<bool> begins_{false};
  AutoResetEvent started_;
  LatestValue<Duration> processor_time_;
  LatestValue<Duration> active_time_;
  std::atomic<bool> stepped_down_{false};
  mutable std::mutex mutex_;
  TickThreadStatus status_;
  std::jthread thread_;  ///< last: uses all of the above
};

}  // namespace idn::client
