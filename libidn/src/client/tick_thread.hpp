// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include "idn/client/engine.hpp"
#include "idn/counter.hpp"
#include "idn/io/stream_loop.hpp"

namespace idn::client {

/// Keeps the time of some devices, which come and go. Sleeps while there is none.
class TickThread {
 public:
  TickThread(const EngineOptions& options, std::size_t index);
  /// Not before every stream has ended.
  ~TickThread();
  TickThread(const TickThread&) = delete;
  TickThread& operator=(const TickThread&) = delete;

  /// Any thread, none of them that of the loop. @return false where there is no room
  bool attach(io::LoopStream& stream) noexcept;
  /// Streams that were attached and have not ended.
  std::size_t streams() const noexcept { return loop_.attached(); }
  /// All are dark with their next tick, those that come later as well. Any thread.
  void close_streams() noexcept;
  /// EngineOptions::manual: on the caller's thread. @return when to call next
  TimePoint drive();

  TickThreadStatus status() const;

 private:
  void run(const std::stop_token& stop);

  EngineOptions options_;
  std::size_t index_;
  io::StreamLoop loop_;
  std::optional<io::SystemClock> own_clock_;  ///< of who drives
  std::atomic<std::uint32_t> arrivals_{0};
  Latest<Duration> processor_time_;
  std::atomic<bool> stepped_down_{false};
  mutable std::mutex mutex_;
  TickThreadStatus status_;
  std::jthread thread_;  ///< last: uses all of the above
};

}  // namespace idn::client
