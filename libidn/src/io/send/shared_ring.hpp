// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "idn/result.hpp"
#include "stream/send/shared_playback.hpp"

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

/// A ring of samples in memory that is shared with one writer process at a time; each gets memory of its own.
/// When a writer disconnects or dies, output is dark from the next datagram on. Windows does not report that;
/// there pictures go dark after the hold time. Threads: has_content() and take() by the tick thread;
/// all else from any. Real-time: those three (no heap, lock, log).
class SharedRing {
 public:
  /// Parameters of open().
  struct Setup {
    /// Name of the Unix socket from which writers get the memory: a path if it contains a /, else a name within
    /// $XDG_RUNTIME_DIR. On Windows the name of a file mapping in the session of the user, after "Local\idn-".
    std::string name;
    SampleRate rate{};                              ///< sample rate that writers read from the ring
    std::uint32_t limit = 0;                        ///< samples that may be published and not yet played
    Duration hold{std::chrono::milliseconds(100)};  ///< how long a picture stays after the last heartbeat
    stream::SharedRingGeometry shape{};             ///< of the memory
    /// The thread that detects the end of a writer has the priority of RealtimeRole::Receiver, where granted.
    bool realtime = false;
  };

  /// Accepts writers from now on, on a thread of its own.
  /// Errors: the operating system's, for instance std::errc::address_in_use (another process has the name),
  /// filename_too_long.
  static Result<std::unique_ptr<SharedRing>> open(const Setup& setup);
  /// Must come after the last call of the tick thread.
  ~SharedRing();
  SharedRing(const SharedRing&) = delete;
  SharedRing& operator=(const SharedRing&) = delete;

  // For the tick thread, see stream::SharedPlayback. Real-time: yes.

  /// Whether take() would return samples for a datagram that is due at `due`.
  bool has_content(TimePoint due) noexcept;
  /// As SharedPlayback::take(); nothing while no writer is connected.
  std::size_t take(std::span<LaserSample> out, const LaserSample& from, SampleRate rate,
                   TimePoint due) noexcept;

  // Any thread.

  /// Disconnects the writer, if any, and accepts no others. Blocks until the memory is no longer used.
  void close() noexcept;
  /// False after close(). Must not be called at the same time as that.
  bool is_open() const noexcept { return server_ != nullptr; }
  /// Counts so far.
  SharedWriterStats writers() const noexcept;

 private:
  explicit SharedRing(Setup setup);
  stream::SharedPlayback* begin_use() noexcept;
  void end_use() noexcept { in_use_.store(false, std::memory_order_release); }
  void publish(std::span<std::byte> memory);
  void unpublish() noexcept;
  void wait_until_unused() noexcept;

  const Setup setup_;
  std::atomic<stream::SharedPlayback*> current_{nullptr};
  std::atomic<bool> in_use_{false};  ///< the tick thread may be using what it read from `current_`
  std::atomic<std::uint64_t> connections_{0};
  std::atomic<std::uint64_t> rejected_{0};
  std::optional<stream::SharedPlayback> playback_;        ///< of the present writer, or the last one
  std::unique_ptr<platform::SharedMemoryServer> server_;  ///< last: uses the others
};

}  // namespace idn::io
