// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "idn/stream/shared_playback.hpp"
#include "idn/system_error.hpp"

namespace idn::io {

namespace platform {
class SharedMemoryServer;
}

/// The writers of a shared ring so far.
struct SharedWriterStats {
  bool is_connected = false;      ///< one is connected now
  std::uint64_t connections = 0;  ///< how many have connected
  std::uint64_t rejected = 0;     ///< how many were disconnected for invalid data
};

/// A ring of samples in memory that is shared with one writer process after the other; each gets memory of its
/// own. When a writer disconnects or dies, output is dark from the next datagram on. Windows does not report
/// that; there pictures go dark after the hold time. Threads: has_content(), take() and skip() by the one that
/// keeps the time; all else from any. Real-time: those three (no heap, lock, log).
class SharedRing {
 public:
  /// What open() takes.
  struct Setup {
    /// Of a Unix socket, where writers get the memory: a path where there is a / in it, else a name within
    /// $XDG_RUNTIME_DIR. On Windows of a file mapping in the session of the user, behind "Local\idn-".
    std::string name;
    SampleRate rate{};                              ///< sample rate that writers read from the ring
    std::uint32_t limit = 0;                        ///< samples that may wait
    Duration hold{std::chrono::milliseconds(100)};  ///< of a picture after the last sign of life
    stream::SharedRingGeometry shape{};             ///< of the memory
    /// That a writer has gone is noticed at the priority of RealtimeRole::Receiver, where that is granted.
    bool realtime = false;
  };

  /// Takes writers from now on, on a thread of its own.
  /// Errors: the operating system's, for instance std::errc::address_in_use (another process has the name),
  /// filename_too_long.
  static SystemResult<std::unique_ptr<SharedRing>> open(const Setup& setup);
  /// Behind the last call of the tick thread.
  ~SharedRing();
  SharedRing(const SharedRing&) = delete;
  SharedRing& operator=(const SharedRing&) = delete;

  // Of one thread that keeps the time, see stream::SharedPlayback. Real-time: yes.

  /// Whether take() would give something for a datagram that is due then.
  bool has_content(TimePoint due) noexcept;
  /// As SharedPlayback::take(); nothing while no writer is there.
  std::size_t take(std::span<LaserSample> out, const LaserSample& from, SampleRate rate,
                   TimePoint due) noexcept;
  /// As SharedPlayback::skip().
  std::size_t skip(std::size_t most) noexcept;

  // Any thread.

  /// No writer comes any more, and the one that is there is sent away. Waits for a moment.
  void close() noexcept;
  /// Not at the same time as close().
  bool is_open() const noexcept { return server_ != nullptr; }
  /// So far.
  SharedWriterStats writers() const noexcept;

 private:
  explicit SharedRing(Setup setup);
  stream::SharedPlayback* begin_look() noexcept;
  void end_look() noexcept { looking_.store(false, std::memory_order_release); }
  void publish(std::span<std::byte> memory);
  void unpublish() noexcept;
  void wait_until_unused() noexcept;

  const Setup setup_;
  std::atomic<stream::SharedPlayback*> current_{nullptr};
  std::atomic<bool> looking_{false};  ///< the tick thread, at what `current_` told
  std::atomic<std::uint64_t> connections_{0};
  std::atomic<std::uint64_t> rejected_{0};
  std::optional<stream::SharedPlayback> playback_;        ///< of the thread of the server
  std::unique_ptr<platform::SharedMemoryServer> server_;  ///< last: uses the others
};

}  // namespace idn::io
