// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <boost/lockfree/spsc_queue.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cli/recorder/recorder.hpp"
#include "idn/endpoint.hpp"
#include "viewer/model/recording.hpp"

namespace idn::viewer {

struct LiveOptions {
  std::uint32_t address = 0;  ///< IPv4 in host byte order, 0 for every interface
  std::uint16_t port = kIdnPort;
  std::string name = "idn_viewer";  ///< reported to clients that search for units
  /// Names of the laser outputs, from service ID 1 on.
  std::vector<std::string> services{"screen"};
  std::size_t queue = 32768;  ///< capacity in events; enough for several seconds of four streams
};

struct LiveCounts {
  std::uint64_t datagrams = 0;     ///< received
  std::uint64_t kernel_drops = 0;  ///< the socket's buffer was full
  std::uint64_t refused = 0;       ///< datagrams of clients beyond the limit
  std::uint64_t queue_drops = 0;   ///< events dropped since poll() was not called for too long
};

/// An IDN unit that receives on a thread of its own. Events pass through a bounded lock-free queue, so that
/// slow drawing delays neither reception nor acknowledges; if the queue is full, events are dropped and
/// counted.
class LiveSource {
 public:
  /// Starts the unit. Throws cli::Failure if the port cannot be opened.
  explicit LiveSource(const LiveOptions& options);
  ~LiveSource();
  LiveSource(const LiveSource&) = delete;
  LiveSource& operator=(const LiveSource&) = delete;

  /// Applies the queued events to `recording`, which should have live_limits(), and repeats its frames until
  /// now. Threads: one, that of the GUI. Does not block.
  /// @return the number of events applied
  std::size_t poll(Recording& recording);

  /// Writes what the unit receives and answers from now on into a capture. Throws cli::Failure.
  void record(const std::string& path);
  /// The recording so far; empty: none is under way.
  std::optional<cli::RecordingFacts> recording() const;
  /// Ends the file. @return what was recorded; empty: nothing was
  std::optional<cli::RecordingFacts> stop_recording();

  /// The current time, by the clock of the times in a recording.
  static TimePoint now() noexcept;

  /// Address and port; the assigned port if 0 was requested.
  Endpoint local() const noexcept { return local_; }
  /// Threads: any.
  LiveCounts counts() const noexcept;

 private:
  class Unit;

  struct Counters {
    std::atomic<std::uint64_t> datagrams{0};
    std::atomic<std::uint64_t> kernel_drops{0};
    std::atomic<std::uint64_t> refused{0};
    std::atomic<std::uint64_t> queue_drops{0};
  };

  const std::string name_;
  const std::vector<std::string> services_;
  boost::lockfree::spsc_queue<StreamEvent> queue_;
  Counters counters_;
  std::unique_ptr<Unit> unit_;
  Endpoint local_;
  std::thread thread_;
};

}  // namespace idn::viewer
