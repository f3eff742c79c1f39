// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <boost/lockfree/spsc_queue.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "idn/endpoint.hpp"
#include "viewer/model/recording.hpp"

namespace idn::viewer {

struct LiveOptions {
  std::uint32_t address = 0;  ///< IPv4 in host byte order, 0 for every interface
  std::uint16_t port = kIdnPort;
  std::string name = "idn_viewer";  ///< for those who search for units
  std::size_t queue = 32768;        ///< events that wait for the picture; several seconds of four streams
};

struct LiveCounts {
  std::uint64_t datagrams = 0;     ///< received
  std::uint64_t kernel_drops = 0;  ///< the socket's buffer was full
  std::uint64_t refused = 0;       ///< of clients beyond the limit
  std::uint64_t queue_drops = 0;   ///< events that a picture which stands still did not fetch in time
};

/// An IDN unit that receives on a thread of its own. What arrives waits in a bounded queue, so that whoever
/// draws can neither delay the reception nor the acknowledges; what finds no room is dropped and counted.
class LiveSource {
 public:
  /// From now on the unit answers. Throws cli::Failure when the port is not to be had.
  explicit LiveSource(const LiveOptions& options);
  ~LiveSource();
  LiveSource(const LiveSource&) = delete;
  LiveSource& operator=(const LiveSource&) = delete;

  /// Applies what has arrived to `recording`, which should have live_limits(), and lets its frames repeat until
  /// now. Threads: one, the picture's. Does not block.
  /// @return how many events there were
  std::size_t poll(Recording& recording);

  /// The time that the recording's times compare with.
  static TimePoint now() noexcept;

  /// With the real port, also when 0 was asked for.
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
  boost::lockfree::spsc_queue<StreamEvent> queue_;
  Counters counters_;
  std::unique_ptr<Unit> unit_;
  Endpoint local_;
  std::thread thread_;
};

}  // namespace idn::viewer
