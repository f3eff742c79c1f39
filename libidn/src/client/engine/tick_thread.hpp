// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "client/engine/auto_reset_event.hpp"
#include "client/engine/placement.hpp"
#include "client/engine/tick_turn.hpp"
#include "client/engine/tick_watch.hpp"
#include "idn/client/engine.hpp"
#include "idn/statistics.hpp"
#include "idn/stop_token.hpp"
#include "io/send/stream_loop.hpp"

namespace idn::client {

/// A tick thread: sends the streams of some devices on time. Sleeps while it has none. With WaitMode::Auto a
/// standby thread on another processor serves the wake-ups for which this one is late.
class TickThread {
 public:
  /// How much later the standby thread wakes. Longer than a timely thread takes to begin to serve, so that the
  /// streams stay in the cache of its processor; short beside the delays that it is there for.
  static constexpr Duration kStandbyDelay{std::chrono::microseconds(10)};

  /// @param index of the thread in its engine
  TickThread(const EngineOptions& options, std::size_t index);
  /// All streams must have ended.
  ~TickThread();
  TickThread(const TickThread&) = delete;
  TickThread& operator=(const TickThread&) = delete;

  /// Starts the stream, at once or when it is to start. Threads: any but this one. @return false if the thread
  /// takes no more streams
  bool attach(io::AttachedStream& stream) noexcept;
  /// Streams that were attached and have not ended.
  std::size_t streams() const noexcept { return loop_.attached(); }
  /// Blanks all streams with their next tick and closes them, also those that come later. Threads: any.
  void close_streams() noexcept;
  /// As close_streams(), after the process has ended this thread: sends on the calling one, until `until` at
  /// most.
  void close_abandoned(TimePoint until) noexcept;
  /// EngineOptions::manual: on the caller's thread. @return when to call next
  TimePoint drive();

  /// Waits until the thread runs, since only then it knows what it was granted.
  TickThreadStatus status() const;

 private:
  /// What one of the two threads serves streams with.
  struct Tools;
  bool has_standby() const noexcept { return placement_.wait == io::WaitMode::Auto; }

  void request_stop() noexcept;
  void run(const stop_token& stop);
  void run_standby(const stop_token& stop);
  void run_streams(Tools& tools);
  void serve_until_idle(Tools& tools, Duration delay);
  void step_down_if_overloaded(Tools& tools);

  EngineOptions options_;
  Placement placement_;
  io::StreamLoop loop_;
  std::optional<io::MonotonicClock> own_clock_;  ///< EngineOptions::manual: for drive()
  AutoResetEvent arrivals_;
  LatestValue<Duration> processor_time_;
  LatestValue<Duration> active_time_;
  std::atomic<bool> stepped_down_{false};
  TickTurn turn_;  ///< with a standby thread: who may use `loop_`
  AutoResetEvent standby_begins_;
  Counter standby_wake_ups_;
  LatestValue<Duration> standby_time_;
  mutable std::mutex mutex_;  ///< guards what follows
  /// As AutoResetEvent, without std::atomic::wait.
  mutable std::condition_variable begun_;
  bool is_running_ = false;
  TickThreadStatus status_;
  jthread thread_, standby_;  ///< last: they use all of the above
};

}  // namespace idn::client
